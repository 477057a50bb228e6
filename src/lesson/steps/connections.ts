import { connectionSizeCu, maxConnectionsAt } from '../../facts/index.ts';
import { present } from '../../problem/index.ts';
import { span } from '../../report/index.ts';
import { type Bars, drawnBars } from '../bars.ts';
import { computeOf, ruleFact } from '../run-figures.ts';
import type { Explanation, LessonRun, UnrunStep } from '../step.ts';

/** Teaches that the minimum limits connections, and that clients of the pooler wait instead of failing. */
export const connections: UnrunStep = {
  name: 'connections',
  title: 'Everybody at once',
  charts: [],
  explain,
};

function explain({ simulation, result }: LessonRun): Explanation {
  const [direct, pooled] = [computeOf(result, 'direct'), computeOf(result, 'pooler')];
  const plan = present(simulation.computes[0], 'there is a compute');
  const { minCu, maxCu } = plan.size;
  const { facts } = simulation;
  const refused = (compute: typeof direct) => compute.refusals.reduce((sum, { count }) => sum + count, 0);
  const clients = direct.queries.done + refused(direct);
  const sizeCu = connectionSizeCu(facts, minCu, maxCu);
  const reserved = facts.reservedConnections.value;
  const limit = (cu: number) => maxConnectionsAt(facts, cu) - reserved;
  const gotIn = (count: number) => direct.queries.done === Math.min(clients, count);
  const bars: Bars = {
    finding: `Of ${clients} clients at once, ${direct.queries.done} got in directly, and ${pooled.queries.done} through the pooler.`,
    about: `They connect in the same second to ${minCu} to ${maxCu} CU, each for a query of 2 seconds.`,
    rows: [direct, pooled].flatMap((compute) => [
      {
        label: `${compute.name}: served`,
        value: compute.queries.done,
        words: String(compute.queries.done),
        isBad: false,
      },
      {
        label: `${compute.name}: refused`,
        value: refused(compute),
        words: String(refused(compute)),
        isBad: true,
      },
    ]),
  };
  return {
    situation: `A deploy starts ${clients} functions in the same second. Each opens a connection straight to Postgres, on a compute of ${minCu} to ${maxCu} CU that stands at ${minCu}, and keeps it for 2 seconds.`,
    question: `How many of the ${clients} get in?`,
    choices: [
      { text: `${limit(minCu)}: what ${minCu} CU allows`, isRight: gotIn(limit(minCu)) },
      { text: `${limit(sizeCu)}: what ${sizeCu} CU allows`, isRight: gotIn(limit(sizeCu)) },
      { text: `all: ${maxCu} CU would allow ${limit(maxCu)}`, isRight: gotIn(clients) },
    ],
    figures: [
      [
        'Direct',
        `${direct.queries.done} served, ${refused(direct)} refused; at most ${direct.connections.clientLimit} at once`,
      ],
      [
        'Pooler',
        `${pooled.queries.done} served, ${refused(pooled)} refused; ${pooled.connections.poolWaitMs.count} waited ${span(pooled.connections.poolWaitMs.mean)} on average`,
      ],
    ],
    draw: drawnBars(bars),
    bars,
    answer: [
      `max_connections cannot change while the compute runs. It is that of ${sizeCu} CU: ${direct.connections.maxConnections}, of which ${reserved} are reserved. ${refused(direct)} functions got the error ${direct.refusals[0]?.sqlstate ?? ''}, though the compute could have grown.`,
      `Through the pooler nobody was refused: ${pooled.connections.poolSize} ran at once, and ${pooled.connections.poolWaitMs.count} waited for ${span(pooled.connections.poolWaitMs.mean)} on average.`,
    ],
    rule: `Under autoscaling, max_connections is that of the maximum, or of ${facts.connectionsMinimumFactor.value} times the minimum if that is smaller. Many short connections belong to the pooler.`,
    facts: [
      ruleFact(
        facts.connectionsMinimumFactor,
        (factor) => `${factor} times the minimum of ${minCu} CU is ${factor * minCu} CU.`,
      ),
      ruleFact(
        facts.maxConnections,
        () =>
          `max_connections at ${minCu}, ${sizeCu} and ${maxCu} CU: ${[minCu, sizeCu, maxCu].map((cu) => maxConnectionsAt(facts, cu)).join(', ')}.`,
      ),
      ruleFact(
        facts.poolShare,
        (share) => `One user's pool may open ${share} of them: ${pooled.connections.poolSize}.`,
      ),
      ruleFact(facts.pooledClients, (count) => `The pooler takes ${count} clients.`),
    ],
    tryFlags: '',
  };
}
