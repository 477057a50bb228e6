import { Fifo } from '../../compute/index.ts';
import { arrivals } from '../arrivals.ts';
import type { ClientsDemand, JobsDemand } from '../demand.ts';
import { bindProfile } from '../profiles/bound-profile.ts';
import type { BoundProfile } from '../profiles/profile.ts';
import { type Drawn, scaledDraws } from '../random/drawn.ts';
import { randomStream } from '../random/random.ts';
import { type Sampled, sampler } from '../random/sampled.ts';
import type { Zone } from '../time/zone.ts';

/** Where the random streams of a demand begin, and how long its clients come. */
export interface BoundSpan {
  readonly seed: number;
  readonly startMs: number;
  readonly horizonMs: number;
  readonly zone: Zone;
}

/**
 * Makes random numbers, or takes those that are kept from another time. The same keys mean the same numbers.
 *
 * @param keys the demand's own part and whatever else the numbers follow from
 */
export type KeptDraws = (keys: readonly unknown[], make: () => Drawn) => Drawn;

const MADE: KeptDraws = (_keys, make) => make();

/** Jobs with random streams of their own, and the connections that they keep between them. */
export interface BoundJobs {
  readonly kind: 'jobs';
  readonly demand: JobsDemand;
  readonly arrivals: Drawn;
  readonly cpuMs: Drawn;
  readonly waitMs: Drawn;
  /** Connections that stay open between jobs, and those of them that have died since. */
  keptOpen: number;
  keptDead: number;
}

/** A closed group of clients with random streams of its own, and the pool of its application. */
export interface BoundGroup {
  readonly kind: 'clients';
  readonly demand: ClientsDemand;
  /** Its place among the demands of its compute. */
  readonly number: number;
  readonly thinkMs: Drawn;
  readonly cpuMs: Drawn;
  readonly waitMs: Drawn;
  readonly working: BoundProfile;
  /** Connections that the application's pool believes to have, in use or not. */
  sockets: number;
  /** When each idle one was put back, the latest last. */
  readonly idleSinceMs: number[];
  /** The same for connections that have died unnoticed. */
  readonly deadSinceMs: number[];
  /** The clients that wait for a connection of the pool, by their visits. */
  readonly wanting: Fifo;
}

export function bindJobs(demand: JobsDemand, span: BoundSpan, name: string, kept = MADE): BoundJobs {
  return {
    kind: 'jobs',
    demand,
    arrivals: arriving(demand, span, name, kept),
    cpuMs: sampled(demand.query.cpu, span.seed, name, 'cpu', kept),
    waitMs: sampled(demand.query.wait, span.seed, name, 'wait', kept),
    keptOpen: 0,
    keptDead: 0,
  };
}

export function bindGroup(
  demand: ClientsDemand,
  number: number,
  span: BoundSpan,
  name: string,
  kept = MADE,
): BoundGroup {
  const { seed, startMs, zone } = span;
  return {
    kind: 'clients',
    demand,
    number,
    cpuMs: sampled(demand.query.cpu, seed, name, 'cpu', kept),
    waitMs: sampled(demand.query.wait, seed, name, 'wait', kept),
    thinkMs: sampled(demand.think, seed, name, 'think', kept),
    working: bindProfile(demand.working, startMs, zone, seed, `${name}/working`),
    sockets: 0,
    idleSinceMs: [],
    deadSinceMs: [],
    wanting: new Fifo(),
  };
}

function arriving({ schedule }: JobsDemand, span: BoundSpan, name: string, kept: KeptDraws): Drawn {
  const { seed, startMs, horizonMs, zone } = span;
  const endMs = startMs + horizonMs;
  const make = () => arrivals(schedule, { startMs, endMs }, zone, seed, name);
  // Times by the clock take no longer to make than to look up.
  return schedule.kind === 'every' ? make() : kept([schedule, startMs, endMs, zone, seed, name], make);
}

function sampled(of: Sampled, seed: number, name: string, cause: string, kept: KeptDraws): Drawn {
  const make = (sampled: Sampled) => sampler(sampled, randomStream(seed, `${name}/${cause}`));
  if (of.kind === 'constant') return make(of);
  if (of.kind !== 'exponential') return kept([of, seed, name, cause], () => make(of));
  // Distributions with another mean share the draws, which take longer to make than to scale.
  return scaledDraws(
    kept([UNIT, seed, name, cause], () => make(UNIT)),
    of.meanMs,
  );
}

const UNIT: Sampled = { kind: 'exponential', meanMs: 1 };
