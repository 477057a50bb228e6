export { type Assumptions, DEFAULT_ASSUMPTIONS } from './assumptions.ts';
export {
  EVENT,
  EVENT_KINDS,
  type EventKind,
  type EventNumber,
  type EventSink,
  type RunEvent,
} from './event-kinds.ts';
export { REFUSALS, type RefusalKey } from './refusals.ts';
export { type ComputeResult, type RunResult, resultOf } from './result.ts';
export { Run } from './run.ts';
export type { Change, ComputePlan, PlannedChange, Simulation } from './simulation.ts';
export type { TimelineEntry } from './timeline.ts';
export { type Variant, variantsOf } from './variants.ts';
