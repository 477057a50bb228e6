import type { QuarterCu } from '../facts/index.ts';
import type { ClientOwner, ClientReport } from './clients/client-ports.ts';
import type { LoadFeedPorts } from './clients/load.ts';
import type { Cause, LifeStep, Timer } from './life/life.ts';
import type { ActionId } from './life/vocabulary.ts';
import type { SettingsInForce } from './resources/limits.ts';
import type { MachineReport } from './resources/machine.ts';
import type { MemoryAlarm } from './resources/memory.ts';
import type { ScalingAlarm } from './scaling/scaling.ts';

/** The alarms of a compute. When one fires, the host calls `alarm` of the compute. */
export type ComputeAlarm = Timer | ScalingAlarm | MemoryAlarm | 'cpu';

/** The ports that a compute needs. */
export interface ComputePorts {
  readonly nowMs: number;
  /** Sets an alarm, which replaces its earlier setting. Infinity: it never fires. */
  schedule(alarm: ComputeAlarm, atMs: number): void;
  cancel(alarm: ComputeAlarm): void;
  /** Returns a uniform draw, 0 < u < 1. */
  draw(cause: Cause): number;
  /** The settings that the compute runs with. */
  readonly settings: SettingsInForce;
  /** Puts the requested settings in force. */
  takeSettings(): void;
  readonly owner: ClientOwner;
  readonly feed: LoadFeedPorts;
  readonly report: ReportPorts;
  readonly clientLog: ClientReport;
}

/** Records what happens to a compute and its machine. */
export interface ReportPorts extends MachineReport {
  /** The compute has carried out an action of the chart. */
  performed(action: ActionId, step: LifeStep): void;
  /** A step has led to another state, and all its actions are done. `isShown`: the API shows the change. */
  entered(step: LifeStep, isShown: boolean): void;
  /** This size is metered from now on. 0: the compute is not metered. */
  metered(size: QuarterCu | 0): void;
  /** The autoscaler chose another size, or a step down was denied because the memory in use would not fit. */
  resized(size: QuarterCu): void;
  downscaleDenied(size: QuarterCu): void;
}
