import { type ComparedFilling, PAGES_PER_QUERY, STRETCH_SECONDS } from './cold-cache.ts';
import {
  countedAt,
  drift,
  experimentErrors,
  firstStepUpMs,
  GOALS,
  MOST_TRIES,
  STEADY,
  shapeErrors,
} from './errors.ts';
import type { OtherDraws } from './other-draws.ts';
import type { ComparedExperiment, ComparedShape, ComparedSleep, RealityResults } from './results.ts';
import { SHAPES } from './shapes.ts';
import type { Sleeping } from './wakes.ts';

/** The page that says how near predictions came to a real server. */
export function realityPage(results: RealityResults): string {
  const {
    experiments,
    shapes,
    coldCaches,
    sleeping,
    machine,
    server,
    partSeconds,
    connectionCpuMs,
    closingShares,
    idleVcpu,
    quotaOverrunMs,
    quotaChanges,
  } = results;
  const judged = experiments.filter((one) => experimentErrors(one).isJudged);
  const within = judged.filter((one) => experimentErrors(one).isWithin);
  const repeated = judged.filter((one) => Math.abs(experimentErrors(one).p95Again) <= GOALS.p95);
  return `# Held against a real PostgreSQL

A PostgreSQL server on Linux with a limit on its processors is a compute. \`npm run reality\` starts such a server, sends
queries to it, and compares what it does with what \`simulate\` predicts. The prediction knows the processor time that a
query takes on average, by the accounting of the control group, and how much that differs from query to query. Queries
reach the server at the times at which they arrive in the simulation.

**${within.length} of ${judged.length} demands of at most 70% of the processors** meet all goals: throughput and processor time within ${percent(GOALS.throughput)}, the 95th
percentile of latency within ${percent(GOALS.p95)}. Measured again with the same arrivals, the server itself met the last goal in ${repeated.length} of
them, with its first measurement as the prediction.${shapes.length === 0 ? '' : shapeWords(shapes)}

Measured with ${server} on ${machine}. Each figure is the median of ${2 * (experiments[0]?.parts.length ?? 0)} measurements of ${partSeconds} seconds: two with
the same arrivals in each part. A prediction knows the processor time of a query in its own measurement. The rate follows
from the cost of a query alone before the part. If this cost is another one after the part, or two measurements differ in
the processor time of a query, each by more than ${percent(STEADY)}, the machine changed its speed, and the part is measured again, at
most ${MOST_TRIES - 1} times. ${steadyWords(experiments)}
Demands of which most parts stayed unsteady are measured again as a whole, once.
This page is written by \`npm run reality\` from \`bench/reality.json\`.

## One size

![Latency of each demand, measured and predicted](reality-latency.svg)

Errors are the prediction divided by the measurement, less 1, in the median of all measurements, so they may differ from
the quotient of the two medians beside them. *Sets* marks demands that were used to choose parameters of the models; the
others only judge them. Demands above 70% have no goals. *Load* is the mean number of processes that run or wait for a
processor. *Cost* is the processor time of a query in this demand, divided by that of the same query alone. Where the
cost is high, the demand uses more of the processors than its name says. A prediction has the default contention, and the
cost alone that leads to the measured one. So CPU is nearly given, and latency is what is judged. A measurement begins at
an unknown part of a period of the quota, so its prediction is the middle of ten that begin at other parts. *Other
arrivals* are the 95th percentiles of nine in ten simulations with arrivals drawn anew: what chance alone does in so few
seconds. *Again* is the 95th percentile of a second measurement, divided by that of the first, less 1, in the median of
all parts: how well the server repeats itself.

| demand | half | measured p95 | predicted p95 | other arrivals | p50 | p95 | again | p99 | throughput | CPU | load | cost | goals |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
${experiments.map(experimentRow).join('\n')}

## The autoscaler

The autoscaler of the simulator changes the quota of the real server. It reads the processes that can run in the server,
and the memory of the server, every five seconds. The range is 0.25 to 1 CU. The prediction knows the mean processor time
of a query in this run. *Other arrivals* are the CU-hours, and the times of the first step up, of nine in ten simulations
with arrivals drawn anew at the same rates: what chance alone does. *Slower after* is by how much the same query alone
took longer after the demand than before. If that is more than ${percent(STEADY)} in either direction, the demand is measured once
more, and the second measurement counts. A demand that stays unsteady is measured as a whole another time, and the last
result counts, whichever it is. *A rush of four minutes* had missed its goals before that (CU-hours -20%, first step up at
40 s), and *stairs up and down* had met them (CU-hours -5%, at 65 s). Queries come by the clock of the ticks, so a tick
counts the same queries on the server as in the prediction.

${shapesTable(shapes)}

## A cold cache

The server restarts, and no page of its files is in memory. Each query reads ${PAGES_PER_QUERY} pages at random. The prediction knows the
cost of a query whose pages are all in memory, and how long a page takes that is not.

${coldCaches.length === 0 ? 'Not measured yet.' : coldTable(coldCaches)}

## Scale to zero

The gateway stands in front of a server that really stops when its compute sleeps, and starts when a client comes. The
clock of the service goes ten times as fast. The prediction knows how long starts of the server take, and when visitors
come. It draws by itself how long the clients of a pool think. *Other draws* are nine in ten simulations in which all of
that is drawn anew.

${sleeping === null ? 'Not measured yet.' : sleepTable(sleeping)}

## What the models took from this

- **Quota.** A size with a fraction of a processor has a quota for each period of 100 ms. A query runs at full speed until
  the quota is used, and then stands still. Before, it ran at a fraction of the speed, and predictions for half a
  processor were three times too slow. Linux looks every few milliseconds whether the quota is used, so a process that
  never waited ran ${quotaOverrunMs.toFixed(1)} ms longer than its quota. In the model that is 3 ms, and the next period has as much less:
  each processor keeps 1 ms of a quota, and a tick of 4 ms comes 2 ms too late on average.
  Without that, a query that is nearly done waited for the next period too often: the 95th percentile of *connects, 0.5
  CU, 60%* was 31% too long, and the 99th of *open, 0.25 CU, 50%* 43%.
  A change of the quota gives all of it at once: at ${quotaChanges.count} changes between a quarter and half a processor, a process that
  stood still went on within ${(Math.ceil(10 * quotaChanges.longestMs) / 10).toFixed(1)} ms each time.
  Other servers have ticks of 1 or 10 ms, which makes it 1.5 or 6 ms. With either, all shipped scenarios have the same
  recommendations, whose costs differ by less than 0.2%. So a plan does not try other values.
- **Contention.** Queries that share a processor need more of it, as the column *cost* shows for clients that never
  pause. \`assumptions.contention\` is the most they need more.
- **Queries of a load.** They come at random, and those that wait for others count in the load average. Before, they came
  evenly, and the autoscaler stayed at sizes that were too small.
- **Connections.** A connection took ${connectionCpuMs.toFixed(1)} ms of processor time on this machine
  (\`assumptions.connectionCpu\`): ${closingShares.map((share) => percent(share)).join(' and ')} of it, with two kinds of queries, after the client had closed it.
  In the model that is 40%, and nobody waits for it. Before, all of it came before the first query, and predictions had a
  median latency up to 26% too long. The cost is off by default, because a plan then tries each connection path by itself,
  and takes longer. A plan's sensitivity shows what it would change.
- **Short queries.** The clock of the simulator has whole milliseconds. If the end of a query is rounded, the next query
  makes up for the difference. Before, a query of 2.3 ms used 2 ms, and one of 0.4 ms used nothing.
- **Background work.** A server without clients used ${percent(idleVcpu, 2)} of a processor.${backgroundWords(results)}
  \`assumptions.ownWork\` adds such a share to the work of single queries. It is off by default, because queries that only
  read leave none, and processor time by the metrics of a compute has it already. A plan's sensitivity shows what 3%
  would change.

## What is not modelled

- Parts of a millisecond. The end of a query is rounded, so a latency of two milliseconds is off by up to a quarter.
- A real scheduler gives queries turns of some milliseconds, and the model gives all of them equal shares at every
  moment. So clients that ask without a pause see the same median, and a wider spread around it.
${loadWords(experiments)}- Processes of Postgres itself, which wait for the quota and count in the load average as queries do. In three minutes on
  0.25 CU, every fourth look that found five processes or more found one of them. A worker of autovacuum used 46 ms in a
  fifth of a second, nearly the quota of two periods. The machine had other work then.
- Storage, locks and the network between client and server.
- The speed of a processor that a machine shares with others. Here the same query alone took ${percent(drift(experiments))} longer in the slowest
  part of a demand than in the fastest, in the median of all demands. A slow second makes a tail that no prediction from a
  mean has.
- Why a demand misses its goal. Where the column *again* is as large as the error, the server does not repeat itself
  either, and the measurement is too short to tell. Where it is small, the model differs from the server for a reason that
  nobody has found yet.

## What is not measured

- Fractions above one processor. The driver needs a processor of its own, so they need a machine with three. On two, it
  waited for 0.3 of the time, and sent one query in twenty 6 to 9 ms late.
`;
}

function backgroundWords({ background }: RealityResults): string {
  if (background === null) return '';
  const { usedVcpu, backgroundVcpu } = background;
  return `
  While clients of \`pgbench\` wrote, it used ${percent(usedVcpu)}, and ${percent(backgroundVcpu / usedVcpu, 1)} of that was not theirs: checkpoints, writers, autovacuum.`;
}

/** Says how far a load, which has no single queries, is from what was measured. */
function loadWords(experiments: readonly ComparedExperiment[]): string {
  const loads = experiments.flatMap((one) => (one.loadP95Ms === null ? [] : [{ one, p95Ms: one.loadP95Ms }]));
  if (loads.length === 0) return '';
  const shares = loads.map(({ one, p95Ms }) => p95Ms / experimentErrors(one).measured.p95Ms);
  return `- How long the queries of a load wait for each other. Those that wait count in the load average, and are not delayed. For
  the ${loads.length} demands above whose queries arrive at random and find a connection, a load with the same rate has a 95th
  percentile of ${percent(Math.min(...shares))} to ${percent(Math.max(...shares))} of the measured one. Demands of single queries have these delays.
`;
}

/** Says how often the machine changed its speed. */
function steadyWords(experiments: readonly ComparedExperiment[]): string {
  const parts = experiments.flatMap((one) => one.parts);
  const again = parts.filter(({ tries }) => tries > 1).length;
  const unsteady = parts.filter(({ tries }) => tries === MOST_TRIES).length;
  return `Here ${again} of ${parts.length} parts were measured again, and ${unsteady} of them as often as that.`;
}

function shapeWords(shapes: readonly ComparedShape[]): string {
  const judged = shapes.filter(({ isJudged }) => isJudged);
  const within = judged.filter((one) => shapeErrors(one).isWithin);
  return `

**${within.length} of ${judged.length} demands on an autoscaled server** meet theirs: CU-hours within ${percent(GOALS.cuHours)}, and the first step up within one tick of
five seconds.`;
}

/** The hit ratio in each stretch after the restart, and latencies, each measured and predicted. */
function coldTable(coldCaches: readonly ComparedFilling[]): string {
  const stretches = coldCaches[0]?.measured.hitRatios ?? [];
  const ends = stretches.map((_, n) => `hits until ${(n + 1) * STRETCH_SECONDS} s`);
  const both = (measured: string, predicted: string) => `${measured} / ${predicted}`;
  return [
    `| measured / predicted | ${ends.join(' | ')} | p50 | p95 |`,
    `| --- |${' --- |'.repeat(ends.length + 2)}`,
    ...coldCaches.map(({ name, measured, predicted }) => {
      const ratios = measured.hitRatios.map((ratio, n) =>
        both(percent(ratio), percent(predicted.hitRatios[n] ?? Number.NaN)),
      );
      const latencies = [
        both(milliseconds(measured.p50Ms), milliseconds(predicted.p50Ms)),
        both(milliseconds(measured.p95Ms), milliseconds(predicted.p95Ms)),
      ];
      return `| ${[name, ...ratios, ...latencies].join(' | ')} |`;
    }),
  ].join('\n');
}

function sleepTable({ measured, predicted, otherDraws }: ComparedSleep): string {
  const { wakes, waits, waitP50Ms, dropped, awakeShare } = otherDraws;
  const row = (
    words: string,
    of: (one: Sleeping) => number,
    text: (value: number) => string = String,
    others: OtherDraws | null = null,
  ) => {
    const range = others === null ? '-' : `${text(others.low)} to ${text(others.high)}`;
    return `| ${words} | ${text(of(measured))} | ${text(of(predicted))} | ${range} |`;
  };
  return [
    '| what clients see | measured | predicted | other draws |',
    '| --- | --- | --- | --- |',
    row('wakes', (one) => one.wakes, String, wakes),
    row('clients that waited for a start', (one) => one.waitsMs.count, String, waits),
    row('their wait, median', (one) => one.waitsMs.p50, milliseconds, waitP50Ms),
    row('their wait, longest', (one) => one.waitsMs.most, milliseconds),
    row('connections that a sleep ended', (one) => one.dropped, String, dropped),
    row('connects that failed', (one) => one.failedConnects),
    row('queries that failed on such a connection', (one) => one.staleQueries),
    row('time awake', (one) => one.awakeShare, percent, awakeShare),
    '',
    'The pool of `pg` hears that a connection has ended, and opens another one. So the prediction has `prePing: true`. Over a',
    'network that drops connections silently, such queries fail.',
  ].join('\n');
}

function experimentRow(one: ComparedExperiment): string {
  const {
    measured,
    predicted,
    throughput,
    cpu,
    p50,
    p95,
    p95Again,
    p99,
    load,
    costRatio,
    isJudged,
    isWithin,
  } = experimentErrors(one);
  const cells = [
    one.name,
    one.half,
    milliseconds(measured.p95Ms),
    milliseconds(predicted.p95Ms),
    `${milliseconds(one.otherP95Ms.low)} to ${milliseconds(one.otherP95Ms.high)}`,
    ...[p50, p95, p95Again, p99, throughput, cpu, load].map(signed),
    `x ${costRatio.toFixed(2)}`,
    isJudged ? (isWithin ? 'met' : 'missed') : '-',
  ];
  return `| ${cells.join(' | ')} |`;
}

function shapesTable(shapes: readonly ComparedShape[]): string {
  const missing = SHAPES.map(({ name }) => name).filter((name) => shapes.every((one) => one.name !== name));
  const notMeasured = missing.length === 0 ? [] : [`Not measured yet: ${missing.join('; ')}.`];
  if (shapes.length === 0) return notMeasured.join('');
  const table = `![Size over time, measured and predicted](reality-sizes.svg)

![Load average over time, measured and predicted](reality-load.svg)

| demand | measured CU-hours | predicted | error | other arrivals | first step up, measured | predicted | other arrivals | mean load average | measured p95 | predicted p95 | slower after | goals |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
${shapes.map(shapeRow).join('\n')}`;
  return [table, ...notMeasured, ...missedWords(shapes), loadTable(shapes)].join('\n\n');
}

/** Says of each shape that misses the time of its first step what the ticks at the earlier of both steps have counted. */
function missedWords(shapes: readonly ComparedShape[]): readonly string[] {
  return shapes.flatMap((one) => {
    const [measuredMs, predictedMs] = [firstStepUpMs(one.measured), firstStepUpMs(one.predicted)];
    const { scaleUpMs, isWithin } = shapeErrors(one);
    if (!one.isJudged || isWithin || scaleUpMs === null) return [];
    const atMs = Math.min(measuredMs ?? 0, predictedMs ?? 0);
    const [onServer, inModel] = [countedAt(one.measured, atMs), countedAt(one.predicted, atMs)];
    return `*${capital(one.name)}*: at ${stepUp(atMs)}, when only one of the two went up, the tick counted ${onServer} processes on the server and ${inModel} in
the simulation.`;
  });
}

/** The CU-hours if only the rate of each demand is known, as it is from a trace. */
function loadTable(shapes: readonly ComparedShape[]): string {
  const row = ({ name, measured, asLoad }: ComparedShape) => {
    const cells = [asLoad.random, asLoad.even].flatMap((cuHours) => [
      cuHours.toFixed(4),
      signed(cuHours / measured.cuHours - 1),
    ]);
    return `| ${[name, measured.cuHours.toFixed(4), ...cells].join(' | ')} |`;
  };
  return `Of a trace only the rate is known: its demand is a load. The same demands as loads, with the rate and the processor time
of a query in the run, whose queries come at random (as \`assumptions.randomArrivals\` has them) or evenly:

| demand | measured CU-hours | a load at random | error | an even load | error |
| --- | --- | --- | --- | --- | --- |
${shapes.map(row).join('\n')}`;
}

function shapeRow(one: ComparedShape): string {
  const { cuHours, load, isWithin } = shapeErrors(one);
  const cells = [
    one.name,
    one.measured.cuHours.toFixed(4),
    one.predicted.cuHours.toFixed(4),
    signed(cuHours),
    `${one.otherDraws.low.toFixed(4)} to ${one.otherDraws.high.toFixed(4)}`,
    stepUp(firstStepUpMs(one.measured)),
    stepUp(firstStepUpMs(one.predicted)),
    `${stepUp(one.otherStepsMs.low)} to ${stepUp(one.otherStepsMs.high)}`,
    signed(load),
    milliseconds(one.measured.p95Ms),
    milliseconds(one.predicted.p95Ms),
    signed(one.afterCpuMs / one.alone.cpuMs - 1),
    one.isJudged ? (isWithin ? 'met' : 'missed') : '-',
  ];
  return `| ${cells.join(' | ')} |`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function stepUp(atMs: number | null): string {
  return atMs === null ? 'none' : `${(atMs / 1000).toFixed(0)} s`;
}

function milliseconds(ms: number): string {
  return `${ms.toFixed(ms < 100 ? 1 : 0)} ms`;
}

function percent(share: number, digits = 0): string {
  return `${(share * 100).toFixed(digits)}%`;
}

function signed(share: number): string {
  const words = percent(share);
  return share > 0 && words !== '0%' ? `+${words}` : words.replace(/^-0%$/, '0%');
}
