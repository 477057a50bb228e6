export { Agenda, type Slot } from './agenda.ts';
export {
  type Assumptions,
  DEFAULT_ASSUMPTIONS,
  KNOWN_ASSUMPTIONS,
  type KnownAssumption,
} from './assumptions.ts';
export { type Counted, DEFAULT_COUNTED } from './counted-apart.ts';
export {
  EVENT,
  EVENT_KINDS,
  type EventKind,
  type EventNumber,
  type EventSink,
  type RunEvent,
} from './event-kinds.ts';
export { lifeDraws } from './life-draws.ts';
export { boundsOf, type GivenColumns, givenBy, givenColumns, type Limits, limitsOf } from './limits.ts';
export { allChanges } from './load/changes.ts';
export { plainLoad } from './load/load-run.ts';
export { isUnfelt } from './load/unfelt-memory.ts';
export { totalOf } from './load-feed.ts';
export { type Measured, type MeasuredCompute, measuredRun } from './measured.ts';
export { RANK } from './ranks.ts';
export { Recall } from './recall.ts';
export { type ComputeResult, type RunResult, resultOf } from './result.ts';
export { Run } from './run.ts';
export type { Change, ComputePlan, PlannedChange, Simulation } from './simulation.ts';
export { bindSource, type ClientSource, type JobSource, type LoadSource, type Source } from './sources.ts';
export { nextHourMs } from './tallies.ts';
export type { TimelineEntry } from './timeline.ts';
export { type Variant, variantsOf } from './variants.ts';
