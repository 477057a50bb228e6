import { defineConfig } from 'vitest/config';
import { PATIENCE } from './test/patience.ts';

/** Pages in Chromium: the console, reports, the library and the lab. They take more than a minute. */
export default defineConfig({
  test: {
    include: ['test/**/{browser,grid-browser}.test.ts'],
    setupFiles: ['test/setup.ts'],
    ...PATIENCE,
    maxWorkers: '100%',
  },
});
