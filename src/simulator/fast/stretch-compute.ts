import type {
  Cache,
  Clients,
  Compute,
  Cpu,
  Histogram,
  Memory,
  Pages,
  ReportPorts,
  Scaling,
} from '../../compute/index.ts';
import type { ClientDemand } from '../../workload/index.ts';
import type { Slot } from '../agenda/agenda.ts';
import type { DemandSource } from '../demand/sources.ts';
import type { LifeDraws } from '../life-draws.ts';
import type { Journal } from '../recorder/journal.ts';
import type { Meter } from '../recorder/meter.ts';
import type { SizeLog } from '../recorder/size-log.ts';
import type { WakeLog } from '../recorder/wake-log.ts';
import type { Settings } from '../settings.ts';
import type { ComputePlan } from '../simulation.ts';

/** The parts of a compute that a stretch of its clients reads and changes. */
export interface StretchCompute {
  readonly accepts: boolean;
  readonly plan: ComputePlan;
  readonly sources: readonly DemandSource[];
  readonly core: Compute;
  readonly settings: Settings;
  readonly cpu: Cpu;
  readonly cache: Cache;
  readonly pages: Pages;
  readonly memory: Memory;
  readonly scaling: Scaling;
  readonly clients: Clients;
  readonly owner: ClientDemand;
  readonly clientLog: { readonly delays: Histogram; waitedForStart(waitMs: number): void };
  readonly disk: Compute['machine']['disk'];
  readonly draws: LifeDraws;
  readonly report: Pick<ReportPorts, 'started' | 'stopped' | 'entered'>;
  readonly wakes: WakeLog;
  readonly journal: Journal;
  readonly load: { readonly returnsAtMs: number; connections: number; memoryBytes: number; waits: boolean };
  readonly feed: { readonly changesMs: number };
  readonly meter: Meter;
  readonly sizes: SizeLog;
  readonly hearMetered: (() => void) | null;
  readonly runClients: { timerSlot(visit: number): Slot };
}

/** The slots of a compute for the events that the kernel handles, beside those of its sources and visits. */
export interface StretchSlots {
  readonly cpu: Slot;
  readonly tick: Slot;
  readonly look: Slot;
  readonly inactivity: Slot;
  readonly ramp: Slot;
  readonly work: Slot;
}
