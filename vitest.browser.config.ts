import { defineConfig } from 'vitest/config';

/** Pages in Chromium: the console, reports, the library and the lab. They take more than a minute. */
export default defineConfig({
  test: {
    include: ['test/**/{browser,grid-browser}.test.ts'],
    setupFiles: ['test/setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    maxWorkers: '100%',
  },
});
