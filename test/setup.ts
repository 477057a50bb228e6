import fc from 'fast-check';

// One seed for all, so that a run can be repeated; FC_SEED tries another. A failure prints its seed and path. FC_RUNS is
// how often each property is tried; `npm run test:slow` tries more often.
fc.configureGlobal({
  seed: Number(process.env.FC_SEED ?? 20261120),
  numRuns: Number(process.env.FC_RUNS ?? 300),
});
