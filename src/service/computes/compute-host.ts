import type { Bounds, Cause, EventType, LifeSettings, Scaling, StateView } from '../../compute/index.ts';
import type { Assumptions, Limits } from '../../engine/index.ts';
import type { FactSet, QuarterCu, SizeSetting } from '../../facts/index.ts';
import type { Load } from '../records/live-state.ts';
import type { Alarm, Alarms } from './alarms.ts';
import type { ClientSessions } from './client-sessions.ts';
import type { LiveComputeEvent } from './compute-events.ts';
import type { OperationLog } from './operation-log.ts';

/** What the parts of a compute need of the whole, and of each other. */
export interface ComputeHost {
  readonly id: string;
  readonly around: Surroundings;
  readonly nowMs: number;
  readonly setting: SizeSetting;
  readonly limits: Limits;
  readonly view: StateView;
  /** Clients are let in. */
  readonly accepts: boolean;
  readonly bounds: Bounds;
  readonly size: QuarterCu;
  readonly nonReclaimableBytes: number;
  readonly sessions: ClientSessions;
  readonly life: { readonly lastActivityMs: number };
  readonly load: { readonly connections: number };
  readonly feed: { readonly demand: Load };
  readonly scaling: Scaling;
  alarm(rank: number, due: () => void): Alarm;
  send(event: EventType): void;
  tell(event: LiveComputeEvent): void;
  tellState(reason: string): void;
  touch(): void;
  cpuChanged(): void;
  memoryChanged(): void;
  meter(quarterCu: number): void;
}

/** What a compute needs of the service around it. */
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
