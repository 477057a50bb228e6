import { defineConfig } from 'vitest/config';
import { PATIENCE } from './test/patience.ts';

/** The built site in Chromium. It is no part of `npm test`, because only this test needs the site and its generator. */
export default defineConfig({
  test: {
    include: ['test/site/**/*.test.ts'],
    ...PATIENCE,
  },
});
