import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    setupFiles: ['test/seeded.ts'],
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // Engines run in worker threads of their own; two test files at once keep two cores busy.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
