import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: {
    cli: 'src/faces/cli/main.ts',
    index: 'src/index.ts',
    'pdf-worker': 'src/sources/pdf/worker.ts',
    'pdf-paint-worker': 'src/sources/pdf/paint/worker.ts',
    'dwg-worker': 'src/sources/cad/dwg-worker.ts',
    'page-work-thread': 'src/answers/page-work-thread.ts',
    'svg-process': 'src/sources/svg-process.ts',
  },
  format: 'esm',
  platform: 'node',
  target: 'node20',
  dts: { sourcemap: false },
  clean: true,
  fixedExtension: false,
});
