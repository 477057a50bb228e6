import { defineConfig } from 'vitest/config';

/** The built site in Chromium. It is no part of `npm test`, because only this test needs the site and its generator. */
export default defineConfig({
  test: {
    include: ['test/site/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
