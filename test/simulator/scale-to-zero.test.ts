import { scaleToZero } from './scale-to-zero.ts';

// The rows with few wakes. `test/slow/` has the others, whose runs have many more events.
scaleToZero([
  [1800, 0.1, 300, 0.84643, 40.63],
  [3600, 0.1, 300, 0.92002, 22.08],
]);
