import { mergeConfig } from 'vitest/config';
import { thoroughFiles } from './test/thorough-files.ts';
import quick from './vitest.config.ts';

/** The tests of `npm test` without the files that `npm run test:slow` runs too. `.ci/run` runs both on the same Node. */
export default mergeConfig(quick, { test: { exclude: thoroughFiles() } });
