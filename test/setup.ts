import fc from 'fast-check';
import { runs } from './runs.ts';

// One seed for all, so that a run can be repeated; FC_SEED tries another. A failure prints its seed and path.
// FC_USUAL is the number of runs of a property without a number of its own. `.ci/run` sets others.
fc.configureGlobal({
  seed: Number(process.env.FC_SEED ?? 20261120),
  ...runs(Number(process.env.FC_USUAL ?? 100)),
});
