/**
 * The rooms of ARCHITECTURE.md: imports run downwards only. A room may use those listed for it, and itself.
 */
const ROOMS = {
  evidence: [],
  store: ['evidence'],
  sources: ['evidence'],
  models: ['evidence'],
  retrieval: ['evidence', 'store'],
  sight: ['evidence', 'store', 'sources'],
  pipeline: ['evidence', 'store', 'sources', 'models', 'retrieval'],
  library: ['evidence', 'store', 'sources', 'models', 'retrieval', 'pipeline'],
  review: ['evidence', 'store', 'sources', 'models', 'sight'],
  guard: ['evidence', 'store', 'sources', 'models'],
  acquire: ['evidence', 'store', 'sources', 'models'],
  // The one capability that stands on another: it reads the library's documents.
  answers: ['evidence', 'store', 'sources', 'models', 'retrieval', 'pipeline', 'library'],
};

const room = (name) => `^src/${name}/`;
const TESTS = '\\.test\\.ts$';

module.exports = {
  forbidden: [
    ...Object.entries(ROOMS).map(([name, allowed]) => ({
      name: `${name}-imports-downwards`,
      comment: `${name}/ may import ${allowed.join(', ') || 'nothing of ours'} only (ARCHITECTURE.md)`,
      severity: 'error',
      from: { path: room(name), pathNot: TESTS },
      to: { path: '^src/', pathNot: [name, ...allowed].map(room) },
    })),
    {
      name: 'no-cycles',
      comment: 'a cycle of imports means that one of the files has two ideas',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'only-sources-touch-engines',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/sources/', '^src/faces/cli/doctor\\.ts$', TESTS] },
      to: { path: 'node_modules/(@embedpdf/pdfium|pdfjs-dist|@resvg|yauzl|parse5|saxes)/' },
    },
    {
      name: 'only-models-talk-to-models',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/models/', TESTS] },
      to: { path: 'node_modules/(ai|@ai-sdk|@lat\\.md)/' },
    },
    {
      name: 'only-live-cad-calls-mcp-servers',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/sources/live-cad/', TESTS] },
      to: { path: 'node_modules/@modelcontextprotocol/client/' },
    },
    {
      name: 'no-dev-dependency-in-the-product',
      severity: 'error',
      from: { path: '^src/', pathNot: TESTS },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'declared-dependencies-only',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    exclude: { path: '^dist/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
