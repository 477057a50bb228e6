export { InvariantError, invariant, present } from './invariant.ts';
export { nearestWord } from './nearest.ts';
export { escaped, oneLine } from './one-line.ts';
export {
  describeProblem,
  NoDataError,
  noData,
  type Place,
  type Problem,
  ProblemError,
  problem,
  type Suggestion,
} from './problem.ts';
