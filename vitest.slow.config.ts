import { defineConfig } from 'vitest/config';

/** What takes minutes, and is no part of `npm test`. */
export default defineConfig({
  test: { include: ['test/slow/**/*.test.ts'], setupFiles: ['test/setup.ts'] },
});
