import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { type Behaviour, quantile } from './behaviour.ts';
import {
  type AnsweredQuery,
  driveArrivals,
  driveClients,
  drivePgbench,
  latenciesOf,
  queued,
} from './drivers.ts';
import type { Experiment } from './experiment.ts';
import { Looks } from './looks.ts';
import { QUERIES } from './queries.ts';
import type { PostgresServer } from './server.ts';
import { waitUntil } from './wait.ts';

/**
 * Runs a part of an experiment against the server. Queries arrive at the times of the prediction, and count if they are
 * answered before the part ends, as in the prediction.
 */
export async function measured(
  experiment: Experiment,
  server: PostgresServer,
  arrivalsMs: readonly number[],
  seconds: number,
): Promise<Behaviour> {
  const { group } = server;
  const connections = await openConnections(experiment, server);
  await Promise.all(connections.map((connection) => connection.query(QUERIES[experiment.query])));
  const looks = new Looks(group);
  group.limitTo(Number.isInteger(experiment.vcpu) ? null : experiment.vcpu);
  // The quota of the period in which the limit was set may be spent already.
  await setTimeout(300);
  looks.restart();
  const [usedMs, startMs] = [group.usedMs(), performance.now()];
  const endMs = startMs + seconds * 1000;
  const usedUntilEnd = async () => {
    await waitUntil(endMs);
    looks.end();
    return group.usedMs() - usedMs;
  };
  const [answers, usedInPartMs] = await Promise.all([
    drive(experiment, server, connections, arrivalsMs, seconds),
    usedUntilEnd(),
  ]);
  group.limitTo(null);
  await Promise.all(connections.map((connection) => connection.end()));
  const latencies = latenciesOf(answers.filter((answer) => answer.endMs <= endMs));
  return {
    perSecond: latencies.length / seconds,
    p50Ms: quantile(latencies, 0.5),
    p95Ms: quantile(latencies, 0.95),
    p99Ms: quantile(latencies, 0.99),
    usedVcpu: usedInPartMs / (seconds * 1000),
    runnable: looks.mean,
  };
}

function openConnections({ demand }: Experiment, server: PostgresServer): Promise<pg.Client[]> {
  const counts = {
    open: () => (demand.kind === 'open' ? demand.pool : 0),
    connects: () => 0,
    bursts: () => (demand.kind === 'bursts' ? 3 * demand.queries : 0),
    closed: () => (demand.kind === 'closed' ? demand.clients : 0),
    pgbench: () => 0,
  };
  return Promise.all(Array.from({ length: counts[demand.kind]() }, () => server.connect()));
}

function drive(
  experiment: Experiment,
  server: PostgresServer,
  connections: readonly pg.Client[],
  arrivalsMs: readonly number[],
  seconds: number,
): Promise<AnsweredQuery[]> {
  const { demand } = experiment;
  const text = QUERIES[experiment.query];
  switch (demand.kind) {
    case 'open':
    case 'bursts':
      return driveArrivals(arrivalsMs, queued(connections, text));
    case 'connects':
      return driveArrivals(arrivalsMs, async () => {
        const connection = await server.connect();
        await connection.query(text);
        void connection.end();
      });
    case 'closed':
      return driveClients(connections, text, demand.thinkMs, seconds);
    case 'pgbench':
      return drivePgbench(server, text, demand.clients, seconds);
  }
}
