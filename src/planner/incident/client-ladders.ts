import type { Route } from '../../compute/index.ts';
import { SECOND_MS } from '../../facts/index.ts';
import type { Simulation } from '../../simulator/index.ts';
import {
  type ClientsDemand,
  type Demand,
  hasRoute,
  type JobsDemand,
  type LoadDemand,
} from '../../workload/index.ts';
import { onlyCompute } from '../configurations/configuration.ts';
import { withCompute } from './compute-ladders.ts';
import type { Ladder, Lever, Remedy } from './remedy.ts';

const CONNECT_TIMEOUTS_MS = [5, 10, 15, 30, 60].map((seconds) => seconds * SECOND_MS);

/** Changes on the side of clients: the connection path, their own pools, and how long they wait. */
export function clientLadders(simulation: Simulation): Ladder[] {
  const { demand } = onlyCompute(simulation);
  return [
    routeLadder(simulation, 'pooler', 'pooler', 'direct'),
    routeLadder(simulation, 'direct', 'direct', 'pooler'),
    ...demand.flatMap((one, at) => laddersOfDemand(simulation, one, at)),
  ];
}

function laddersOfDemand(simulation: Simulation, one: Demand, at: number): Ladder[] {
  if (one.kind === 'load') return [connectionLadder(simulation, one, at)];
  if (one.kind === 'replication') return [];
  const pools = one.kind === 'clients' ? poolLadders(simulation, one, at) : [];
  return [...pools, timeoutLadder(simulation, one, at)];
}

/** Moves all clients to one path. Empty if no client uses the other path. */
function routeLadder(simulation: Simulation, lever: Lever, route: Route, other: Route): Ladder {
  const { demand } = onlyCompute(simulation);
  if (!demand.some((one) => hasRoute(one) && one.route === other)) return [];
  const changed = demand.map((one) => (hasRoute(one) ? { ...one, route } : one));
  return [
    {
      remedy: { lever, demand: null, from: other, to: route },
      simulation: withCompute(simulation, { demand: changed }),
    },
  ];
}

function poolLadders(simulation: Simulation, group: ClientsDemand, at: number): Ladder[] {
  const { pool } = group;
  const { suspendAfterMs } = onlyCompute(simulation);
  const rung = (lever: Lever, from: Remedy['from'], to: Remedy['to'], changed: typeof pool) =>
    rungOf(simulation, at, { lever, demand: group.name, from, to }, { ...group, pool: changed });
  const idleMs = suspendAfterMs === null ? null : Math.floor(suspendAfterMs / 2);
  return [
    pool.prePing ? [] : [rung('pre-ping', null, null, { ...pool, prePing: true })],
    idleMs === null || (pool.idleMs !== null && pool.idleMs <= idleMs)
      ? []
      : [rung('pool idle', pool.idleMs, idleMs, { ...pool, idleMs })],
    halves(Math.min(pool.max, group.count)).map((max) =>
      rung('client pool', pool.max, max, { ...pool, max }),
    ),
  ];
}

/** With fewer connections, a load has no more queries under way than connections. */
function connectionLadder(simulation: Simulation, load: LoadDemand, at: number): Ladder {
  return halves(load.connections).map((connections) =>
    rungOf(
      simulation,
      at,
      { lever: 'load connections', demand: load.name, from: load.connections, to: connections },
      { ...load, connections, concurrency: Math.min(connections, load.concurrency ?? connections) },
    ),
  );
}

function timeoutLadder(simulation: Simulation, one: JobsDemand | ClientsDemand, at: number): Ladder {
  const { connectTimeoutMs: from } = one.client;
  return CONNECT_TIMEOUTS_MS.filter((to) => to > from).map((to) =>
    rungOf(
      simulation,
      at,
      { lever: 'connect timeout', demand: one.name, from, to },
      { ...one, client: { ...one.client, connectTimeoutMs: to } },
    ),
  );
}

function rungOf(simulation: Simulation, at: number, remedy: Remedy, changed: Demand): Ladder[number] {
  const { demand } = onlyCompute(simulation);
  return { remedy, simulation: withCompute(simulation, { demand: demand.with(at, changed) }) };
}

function halves(most: number): number[] {
  const found: number[] = [];
  for (let n = Math.floor(most / 2); n >= 1; n = Math.floor(n / 2)) found.push(n);
  return found;
}
