import type { QuarterCu } from '../facts/index.ts';
import type { ClientOwner, ClientReport } from './clients/client-ports.ts';
import type { LoadFeedPorts } from './clients/load.ts';
import type { Cause, LifeStep, Timer } from './life/life.ts';
import type { ActionId } from './life/vocabulary.ts';
import type { SettingsInForce } from './resources/limits.ts';
import type { MachineReport } from './resources/machine.ts';
import type { MemoryAlarm } from './resources/memory.ts';
import type { ScalingAlarm } from './scaling/scaling.ts';

/** Everything that a compute waits for. When an alarm goes off, `alarm` of the compute wants to hear of it. */
export type ComputeAlarm = Timer | ScalingAlarm | MemoryAlarm | 'cpu';

/** The ports that a compute needs. */
export interface ComputePorts {
  readonly nowMs: number;
  /** Sets the alarm of that name, in place of the one before; Infinity: it does not go off. */
  schedule(alarm: ComputeAlarm, atMs: number): void;
  cancel(alarm: ComputeAlarm): void;
  /** A uniform draw, 0 < u < 1. */
  draw(cause: Cause): number;
  /** The settings that the compute runs with. */
  readonly settings: SettingsInForce;
  /** The settings that were asked for are in force from now on. */
  takeSettings(): void;
  readonly owner: ClientOwner;
  readonly feed: LoadFeedPorts;
  readonly report: ReportPorts;
  readonly clientLog: ClientReport;
}

/** Whoever writes down what happens to a compute and its machine. */
export interface ReportPorts extends MachineReport {
  /** An action of the chart has been carried out. */
  performed(action: ActionId, step: LifeStep): void;
  /** A step has led to another state, and all its actions are done. `isShown`: the API shows something else. */
  entered(step: LifeStep, isShown: boolean): void;
  /** From now on this size is metered; 0: nothing is. */
  metered(size: QuarterCu | 0): void;
  /** The autoscaler chose another size, or wanted less where the memory in use does not fit into less. */
  resized(size: QuarterCu): void;
  downscaleDenied(size: QuarterCu): void;
}
