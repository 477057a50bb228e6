import type { QuarterCu } from '../facts/index.ts';
import type { LoadFeedPorts } from './clients/load.ts';
import type { RefusalKey } from './clients/refusals.ts';
import type { Cause, LifeStep, Timer } from './life/life.ts';
import type { ActionId } from './life/vocabulary.ts';
import type { ScalingAlarm, ScalingPorts } from './scaling/scaling.ts';

/** Everything that a compute waits for. When an alarm goes off, `alarm` of the compute wants to hear of it. */
export type ComputeAlarm = Timer | ScalingAlarm | 'cpu';

/** The ports that a compute needs. */
export interface ComputePorts<Client> {
  readonly nowMs: number;
  /** Sets the alarm of that name, in place of the one before; Infinity: it does not go off. */
  schedule(alarm: ComputeAlarm, atMs: number): void;
  cancel(alarm: ComputeAlarm): void;
  /** A uniform draw, 0 < u < 1. */
  draw(cause: Cause): number;
  /** The settings that were asked for are in force from now on. */
  takeSettings(): void;
  readonly clients: ClientPorts<Client>;
  readonly machine: MachinePorts;
  readonly feed: LoadFeedPorts;
  readonly report: ReportPorts;
}

/** Those who connect and ask, one by one. */
export interface ClientPorts<Client> {
  /** How many wait at the door, and how many have a query under way. */
  readonly waitingAtDoor: number;
  readonly busy: number;
  hold(client: Client): void;
  admit(client: Client): void;
  refuse(client: Client, key: RefusalKey): void;
  /** All at the door come in, in the order in which they came, or are refused. */
  serveWaiting(): void;
  refuseWaiting(key: RefusalKey): void;
  /** All sessions end at once, and so many connections of the load. */
  dropAll(key: RefusalKey, ofLoad: number): void;
  /** Queries that have had their processors by now go on. */
  cpuDue(): void;
}

/** The machine beside its processors. */
export interface MachinePorts
  extends Pick<
    ScalingPorts,
    'bounds' | 'cacheMoves' | 'nonReclaimableBytes' | 'cachedBytes' | 'workingSetBytes' | 'lastReadMs'
  > {
  /** The processors that a size gives. */
  vcpuOf(size: QuarterCu): number;
  /** Memory and cache follow a size. */
  fit(size: QuarterCu): void;
  /** Brings what is cached up to a tick. */
  settle(): void;
  /** It stands at its first size, and nobody is in yet. */
  started(step: LifeStep): void;
  stopped(): void;
  /** Its local state beside the database is lost, in a restart that was asked for (`isPlanned`) or otherwise. */
  loseLocalState(isPlanned: boolean): void;
}

/** Whoever writes down what happens. */
export interface ReportPorts {
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
