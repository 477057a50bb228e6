import type { Cause, Compute, LifeSettings } from '../../compute/index.ts';
import type { FactSet } from '../../facts/index.ts';
import type { Assumptions } from '../../simulator/index.ts';
import type { Alarm, Alarms } from './alarms.ts';
import type { LiveComputeEvent } from './compute-events.ts';
import type { OperationLog } from './operation-log.ts';

/** The things that the parts of a compute need from the whole. */
export interface ComputeHost {
  readonly id: string;
  readonly core: Compute;
  readonly around: Surroundings;
  readonly nowMs: number;
  alarm(rank: number, due: () => void): Alarm;
  tell(event: LiveComputeEvent): void;
  fitToPlan(): void;
}

/** The things that a compute needs from the service around it. */
export interface Surroundings {
  readonly facts: FactSet;
  readonly assumptions: Assumptions;
  readonly alarms: Alarms;
  readonly operations: OperationLog;
  /** The n-th draw of a cause. */
  draw(cause: Cause, n: number): number;
  /** How long starts, suspends and changes take and how often a start fails, for this compute. */
  lifeSettings(): Omit<LifeSettings, 'suspendAfterMs'>;
  /** The compute starts: its record is brought within what its plan allows now. */
  fitToPlan(): void;
  /** The record has changed, or what is saved of the life. */
  changed(): void;
  /** From now on another size is metered; the stretch before it is over. */
  metered(fromMs: number, quarterCu: number): void;
  tell(event: LiveComputeEvent): void;
}
