/** Usage: `npm run bench` for everything, or `npm run bench -- pdf add search start retrieval` for some. */
const BENCHES: Record<string, () => Promise<void>> = {
  pdf: async () => (await import('./peers-pdf.js')).benchPdf(),
  add: async () => (await import('./library.js')).benchAdd(),
  search: async () => (await import('./library.js')).benchSearch(),
  start: async () => (await import('./start.js')).benchStart(),
  retrieval: async () => (await import('./retrieval.js')).benchRetrieval(),
};

const wanted = process.argv.slice(2);
for (const [name, bench] of Object.entries(BENCHES)) {
  if (wanted.length === 0 || wanted.includes(name)) await bench();
}
