export { Agenda, type Slot } from './agenda/agenda.ts';
export { RANK } from './agenda/ranks.ts';
export {
  type Assumptions,
  DEFAULT_ASSUMPTIONS,
  KNOWN_ASSUMPTIONS,
  type KnownAssumption,
} from './assumptions.ts';
export { loadAlone } from './demand/load-alone.ts';
export { allChanges } from './demand/load-changes.ts';
export { bindAhead } from './demand/shared-draws.ts';
export { hasNoEffect } from './demand/unfelt-memory.ts';
export { lifeDraws } from './life-draws.ts';
export { Memo } from './memo.ts';
export { DEFAULT_COUNTED, type SeparateCounts } from './recorder/counted-apart.ts';
export {
  EVENT,
  EVENT_KINDS,
  type EventKind,
  type EventNumber,
  type EventSink,
  type RunEvent,
} from './recorder/event-kinds.ts';
export { nextHourMs } from './recorder/hourly-totals.ts';
export type { TimelineEntry } from './recorder/timeline.ts';
export { type ComputeResult, type RunResult, resultOf, totalsOf } from './result.ts';
export { Run } from './run.ts';
export type { ComputeTotals, RunTotals } from './run-totals.ts';
export { type ScheduledHours, withScheduledHours } from './scheduled-hours.ts';
export type { Change, ComputePlan, PlannedChange, Simulation } from './simulation.ts';
export { totalsOnlyRun } from './totals-only-run.ts';
export { type Variant, variantsOf } from './variants.ts';
