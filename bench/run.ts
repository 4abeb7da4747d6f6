/** Usage: `npm run bench` for everything, or `npm run bench -- pdf add search render start retrieval` for some. */
const BENCHES: Record<string, () => Promise<void>> = {
  pdf: async () => (await import('./peers-pdf.js')).benchPdf(),
};

const wanted = process.argv.slice(2);
for (const [name, bench] of Object.entries(BENCHES)) {
  if (wanted.length === 0 || wanted.includes(name)) await bench();
}
