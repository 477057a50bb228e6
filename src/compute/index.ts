export type { BesideNeeds, ClientOwner, ClientReport, Route } from './clients/client-ports.ts';
export type { Clients, SavedQueued } from './clients/clients.ts';
export { Fifo } from './clients/fifo.ts';
export type { ComputeLoad, LoadFeedPorts, LoadTotal, SavedLoad } from './clients/load.ts';
export { REFUSALS, type Refusal, type RefusalKey } from './clients/refusals.ts';
export { VISIT_PHASE, type Visits } from './clients/visits.ts';
export type { SavedAdmission, WakeAdmissionRule } from './clients/wake-admission.ts';
export { Compute } from './compute.ts';
export { causeOf } from './life/causes.ts';
export { computeChart } from './life/chart.ts';
export { chartStep } from './life/chart-step.ts';
export {
  constant,
  type Distribution,
  LARGEST_DRAW,
  logNormalMs,
  normalQuantile,
  quantileMs,
} from './life/distribution.ts';
export { type ChartEdge, type ChartGraph, type ChartNode, chartGraph } from './life/graph.ts';
export { type InactivityRule, suspensionDueMs } from './life/inactivity.ts';
export {
  type Cause,
  createLife,
  type Life,
  type LifePorts,
  type LifeStep,
  NEW_LIFE,
  type SavedLife,
  type Stepper,
  type Timer,
} from './life/life.ts';
export { backOffMs, DEFAULT_LIFE, type LifeSettings, settingsWithTimeout } from './life/life-settings.ts';
export { START_TIME_NAMES, START_TIMES, startTimeName } from './life/start-times.ts';
export { isMetered, stateName, stateNumber, stateView, step } from './life/step.ts';
export {
  eventIndex,
  FLAG_COMBINATIONS,
  flagsOf,
  rowOf,
  stateId,
  type TransitionTable,
  transitionTable,
} from './life/table.ts';
export {
  ACTIONS,
  type ActionId,
  EVENTS,
  type EventType,
  FLAGS,
  NO_FLAGS,
  type StateView,
} from './life/vocabulary.ts';
export type { ComputeAlarm, ComputePorts, ReportPorts } from './ports.ts';
export type { Cache } from './resources/cache.ts';
export { Cpu, type SavedCpu } from './resources/cpu.ts';
export { High } from './resources/high.ts';
export { Histogram } from './resources/histogram.ts';
export {
  boundsOf,
  type Limits,
  limitsOf,
  type ResourceAssumptions,
  type ResourceRules,
  type ResourcesBySize,
  resourcesBySize,
  resourcesOf,
  type SettingsInForce,
} from './resources/limits.ts';
export { emptyMachine, type SavedMachine } from './resources/machine.ts';
export type { HeapColumns } from './resources/mark-heap.ts';
export { isCalm, type Memory } from './resources/memory.ts';
export { type MemoryRamps, partsOfMemory } from './resources/memory-ramps.ts';
export type { Pages } from './resources/pages.ts';
export { addRampDelays } from './resources/ramp-delays.ts';
export { restUnits } from './scaling/agent-metrics.ts';
export type { Bounds } from './scaling/bounds.ts';
export { type AutoscalerConfig, DEFAULT_AUTOSCALER } from './scaling/config.ts';
export { unitsOfLoad } from './scaling/cpu-part.ts';
export {
  type AutoscalerState,
  type Decision,
  decide,
  NO_WAITS,
  reasonsOf,
} from './scaling/decide.ts';
export { type ExplainedGoal, explainGoal } from './scaling/explain.ts';
export { computeGoal, type Goal, type GoalPart } from './scaling/goal.ts';
export {
  FIVE_MINUTES,
  inCountedTime,
  LOAD_TICK_MS,
  LoadAverage,
  ONE_MINUTE,
} from './scaling/load-average.ts';
export { leastLoads } from './scaling/load-band.ts';
export { deniesDownscale, KERNEL_BYTES, underMemoryPressure } from './scaling/memory-guard.ts';
export { describeReason, PART_WORDS } from './scaling/reasons.ts';
export { type SavedScaling, Scaling, type ScalingAlarm, type ScalingPorts } from './scaling/scaling.ts';
export { metricsOf, type ObservedMetrics } from './scaling/working-set.ts';
