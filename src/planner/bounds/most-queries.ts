import { bindAhead, Memo, type Simulation } from '../../simulator/index.ts';
import type { JobsDemand } from '../../workload/index.ts';
import { onlyCompute } from '../configurations/configuration.ts';
import { thinksOf } from './longest-quiet.ts';

/** The most queries that a run can have, and the most pages that they can read. */
export interface MostQueries {
  readonly queries: number;
  readonly pages: number;
}

/**
 * Null with a load or a replication: the number of queries depends on when it is cut off. Computed once per simulation.
 */
export function mostQueries(simulation: Simulation): MostQueries | null {
  const known = KNOWN.get(simulation);
  if (known !== undefined) return known;
  const found = counted(simulation);
  KNOWN.set(simulation, found);
  return found;
}

const KNOWN = new WeakMap<Simulation, MostQueries | null>();

function counted(simulation: Simulation): MostQueries | null {
  let [queries, pages] = [0, 0];
  for (const one of onlyCompute(simulation).demand) {
    if (one.kind === 'load' || one.kind === 'replication') return null;
    const most = one.kind === 'clients' ? thinksOf(one, simulation).most : arrivalsOf(simulation, one);
    queries += most;
    pages += most * one.query.pages;
  }
  return { queries, pages };
}

function arrivalsOf(simulation: Simulation, demand: JobsDemand): number {
  const { startMs, horizonMs, seed, zone } = simulation;
  const { name } = onlyCompute(simulation);
  // A simulation under another assumption has the same schedules.
  return (
    ARRIVALS.of(demand.schedule, [demand.name, name, startMs, horizonMs, seed, zone], () => {
      const { arrivals } = bindAhead(demand, simulation, name);
      let count = 0;
      while (arrivals.take() < startMs + horizonMs) count++;
      return count;
    }) * demand.sessions
  );
}

const ARRIVALS = new Memo<JobsDemand['schedule'], number>();
