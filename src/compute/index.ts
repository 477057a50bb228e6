export { computeChart } from './chart.ts';
export { chartStep } from './chart-step.ts';
export { constant, type Distribution, LARGEST_DRAW, normalQuantile, quantileMs } from './distribution.ts';
export { createDoor, type Door, type WaitingClient } from './door.ts';
export { type ChartEdge, type ChartGraph, type ChartNode, chartGraph } from './graph.ts';
export { High } from './high.ts';
export { type InactivityRule, suspensionDueMs } from './inactivity.ts';
export {
  type Cause,
  createLife,
  type Life,
  type LifePorts,
  type LifeStep,
  type SavedLife,
  type Stepper,
  type Timer,
} from './life.ts';
export { backOffMs, DEFAULT_LIFE, type LifeSettings, type RetryRule } from './life-settings.ts';
export { type ComputeEvent, computeMachine } from './machine.ts';
export { restUnits } from './scaling/agent-metrics.ts';
export { type Bounds, bound } from './scaling/bounds.ts';
export { type AutoscalerConfig, DEFAULT_AUTOSCALER } from './scaling/config.ts';
export { unitsOfLoad } from './scaling/cpu-part.ts';
export {
  type AutoscalerState,
  type Decision,
  decide,
  NO_WAITS,
  reasonsOf,
  type Waits,
} from './scaling/decide.ts';
export { type ExplainedGoal, explainGoal } from './scaling/explain.ts';
export { computeGoal, type Goal, type Part } from './scaling/goal.ts';
export { FIVE_MINUTES, LOAD_TICK_MS, LoadAverage, ONE_MINUTE } from './scaling/load-average.ts';
export { leastLoads } from './scaling/load-band.ts';
export { deniesDownscale, KERNEL_BYTES, underMemoryPressure } from './scaling/memory-guard.ts';
export type { Metrics } from './scaling/metrics.ts';
export { describeReason, PART_WORDS, type Reason } from './scaling/reasons.ts';
export { type SavedScaling, Scaling, type ScalingAlarm, type ScalingPorts } from './scaling/scaling.ts';
export { metricsOf, type ObservedMetrics } from './scaling/working-set.ts';
export { isMetered, type Step, stateName, stateNumber, stateView, step } from './step.ts';
export {
  eventIndex,
  FLAG_COMBINATIONS,
  flagBits,
  flagsOf,
  rowOf,
  type StateId,
  stateId,
  type TransitionTable,
  transitionTable,
} from './table.ts';
export {
  ACTIONS,
  type ActionId,
  type ApiState,
  EVENTS,
  type EventType,
  FLAGS,
  type Flag,
  type Flags,
  NO_FLAGS,
  type StateView,
} from './vocabulary.ts';
