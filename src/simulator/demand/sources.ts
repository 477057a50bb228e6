import { Fifo } from '../../compute/index.ts';
import {
  arrivals,
  type BoundProfile,
  bindProfile,
  type ClientsDemand,
  type Demand,
  type Drawn,
  type JobsDemand,
  type LoadDemand,
  randomStream,
  type Sampled,
  sampler,
} from '../../workload/index.ts';
import type { Slot } from '../agenda/agenda.ts';
import { canBeShort } from '../fast/short-queries.ts';
import { isTimerOnly } from '../fast/timer-only.ts';
import type { Simulation } from '../simulation.ts';
import { LoadAhead } from './load-ahead.ts';
import { sharedDraws } from './shared-draws.ts';

/** A demand bound to a run: its own streams of chance, and what it remembers between its clients. */
export type Source = JobSource | ClientSource | LoadSource;

export interface JobSource {
  readonly kind: 'jobs';
  readonly demand: JobsDemand;
  readonly slot: Slot;
  readonly arrivals: Drawn;
  readonly cpuMs: Drawn;
  readonly waitMs: Drawn;
  /** Its jobs need nothing but time, so that a fast path takes them. */
  readonly isTimerOnly: boolean;
  /** Its queries run in one go if they are over before anything else is due. */
  readonly canBeShort: boolean;
  /** Connections that stay open between jobs, and those of them that have died since. */
  keptOpen: number;
  keptDead: number;
}

export interface ClientSource {
  readonly kind: 'clients';
  readonly demand: ClientsDemand;
  readonly slot: Slot;
  readonly thinkMs: Drawn;
  readonly cpuMs: Drawn;
  readonly waitMs: Drawn;
  readonly working: BoundProfile;
  /** Its queries run in one go if they are over before anything else is due. */
  readonly canBeShort: boolean;
  /** Connections that the application's pool believes to have, in use or not. */
  sockets: number;
  /** When each idle one was put back, the latest last. */
  readonly idleSinceMs: number[];
  /** The same of those that have died without the pool's knowing. */
  readonly deadSinceMs: number[];
  readonly wanting: Fifo;
}

export interface LoadSource {
  readonly kind: 'load';
  readonly demand: LoadDemand;
  readonly slot: Slot;
  readonly vcpu: BoundProfile;
  readonly memory: BoundProfile;
  /** The same, for a run. */
  readonly ahead: LoadAhead;
  vcpuNow: number;
  memoryNow: number;
}

/** @param sharesDraws other runs of the same demand read the same draws, so that they are worth keeping */
export function bindSource(
  demand: Demand,
  slot: Slot,
  simulation: Simulation,
  path: string,
  sharesDraws = false,
): Source {
  const { seed, startMs, horizonMs, zone } = simulation;
  const name = `${path}/${demand.name}`;
  if (demand.kind === 'load') {
    const vcpu = bindProfile(demand.vcpu, startMs, zone, seed, `${name}/vcpu`);
    const memory = bindProfile(demand.memoryBytes, startMs, zone, seed, `${name}/memory`);
    return {
      kind: 'load',
      demand,
      slot,
      vcpu,
      memory,
      ahead: new LoadAhead(vcpu, memory, startMs),
      vcpuNow: 0,
      memoryNow: 0,
    };
  }
  const sampled = (of: Sampled, cause: string) => {
    const make = () => sampler(of, randomStream(seed, `${name}/${cause}`));
    return sharesDraws && of.kind !== 'constant' ? sharedDraws([of, seed, name, cause], make) : make();
  };
  const times = { cpuMs: sampled(demand.query.cpu, 'cpu'), waitMs: sampled(demand.query.wait, 'wait') };
  if (demand.kind === 'jobs') {
    const { schedule } = demand;
    const endMs = startMs + horizonMs;
    const arriving = () => arrivals(schedule, { startMs, endMs }, zone, seed, name);
    const keys = [schedule, startMs, endMs, zone, seed, name];
    return {
      kind: 'jobs',
      demand,
      slot,
      arrivals: sharesDraws && schedule.kind !== 'every' ? sharedDraws(keys, arriving) : arriving(),
      ...times,
      isTimerOnly: !simulation.stepping && isTimerOnly(demand),
      canBeShort: !simulation.stepping && demand.sessions === 1 && canBeShort(demand.query),
      keptOpen: 0,
      keptDead: 0,
    };
  }
  return {
    kind: 'clients',
    demand,
    slot,
    ...times,
    thinkMs: sampled(demand.think, 'think'),
    working: bindProfile(demand.working, startMs, zone, seed, `${name}/working`),
    canBeShort: !simulation.stepping && canBeShort(demand.query),
    sockets: 0,
    idleSinceMs: [],
    deadSinceMs: [],
    wanting: new Fifo(),
  };
}
