export { computeChart } from './chart.ts';
export { chartStep } from './chart-step.ts';
export { constant, type Distribution, LARGEST_DRAW, normalQuantile, quantileMs } from './distribution.ts';
export { createDoor, type Door, type WaitingClient } from './door.ts';
export { type ChartEdge, type ChartGraph, type ChartNode, chartGraph } from './graph.ts';
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
