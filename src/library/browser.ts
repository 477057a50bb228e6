export { DEFAULT_ASSUMPTIONS, Run, totalsOnlyRun } from '../simulator/index.ts';
