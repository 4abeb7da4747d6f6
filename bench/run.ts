/** Usage: `npm run bench` for all that take seconds, or `npm run bench -- pdf minilm` for those that are named. */
const BENCHES: Record<string, () => Promise<void>> = {
  pdf: async () => (await import('./peers-pdf.js')).benchPdf(),
  add: async () => (await import('./library.js')).benchAdd(),
  search: async () => (await import('./library.js')).benchSearch(),
  page: async () => (await import('./painted.js')).benchPage(),
  witness: async () => (await import('./witness.js')).benchWitness(),
  start: async () => (await import('./start.js')).benchStart(),
  retrieval: async () => (await import('./retrieval.js')).benchRetrieval(),
  ask: async () => (await import('./ask.js')).benchAsk(),
  tables: async () => (await import('./tables.js')).benchTables(),
};
const ONLY_WHEN_NAMED: typeof BENCHES = {
  cad: async () => (await import('./cad.js')).benchCad(),
  sight: async () => (await import('./sight.js')).benchSight(),
  collisions: async () => (await import('./collisions.js')).benchCollisions(),
  charts: async () => (await import('./charts.js')).benchCharts(),
  guard: async () => (await import('./guard.js')).benchGuard(),
  'guard-conversations': async () => (await import('./guard-conversations.js')).benchGuardConversations(),
  images: async () => (await import('./images.js')).benchImages(),
  minilm: async () => (await import('./retrieval.js')).benchMiniLm(),
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in BENCHES || name in ONLY_WHEN_NAMED));
if (unknown.length > 0) throw new Error(`no bench ${unknown.join(', ')}`);
const chosen = wanted.length === 0 ? Object.keys(BENCHES) : wanted;
for (const name of chosen) await (BENCHES[name] ?? ONLY_WHEN_NAMED[name])?.();
