import type { ComputeResult, RunResult, Simulation } from '../engine/index.ts';
import { HOUR_MS, MICROS, MINUTE_MS, SECOND_MS } from '../facts/index.ts';
import { assumptionLines } from './assumption-lines.ts';
import { duration, gibibytes, money, number } from './format.ts';
import { type Column, textTable } from './text-table.ts';
import { wrap } from './wrap.ts';

/** What `tidemark simulate` shows: a run's result with what stands beside it. */
export interface SimulationAnswer extends RunResult {
  readonly why: string;
  readonly partial: boolean;
  readonly assumptionsSet: readonly string[];
  readonly passThrough: readonly { readonly name: string; readonly perMonth: number }[];
  readonly beside: readonly BesideRow[];
}

export interface BesideRow {
  readonly name: string;
  readonly cuHours: number;
  readonly cost: number;
  readonly wakes: number;
  readonly throttledSeconds: number;
  readonly refused: number;
}

export function simulationText(answer: SimulationAnswer, simulation: Simulation): string {
  const [only] = answer.computes;
  const one = answer.computes.length === 1 && only !== undefined;
  return [
    wrap(answer.why),
    wrap(
      `${answer.partial ? 'PARTIAL: interrupted. ' : ''}${day(answer.from)} to ${day(answer.until)} UTC, times in ` +
        `${answer.timezone}; seed ${answer.seed}, fact set ${answer.facts}, plan ${answer.plan}.`,
    ),
    '',
    ...(one ? oneCompute(only, answer) : manyComputes(answer)),
    ...quotaLines(answer),
    ...billLines(answer),
    ...(one && answer.beside.length > 0 ? ['', besideTable(answer, only)] : []),
    '',
    ...assumptionLines(simulation).map((line) => wrap(line, 2, 0)),
  ].join('\n');
}

function oneCompute(compute: ComputeResult, answer: SimulationAnswer): string[] {
  return [
    settingWords(compute),
    ...lines([
      ['Cost', costWords(answer)],
      [
        'Awake',
        `${number(compute.awake.hours)} h, ${percent(compute.awake.share)} of the time, at ${number(compute.meanCuAwake)} CU on average`,
      ],
      ...wakeLine(compute),
      ...queryLine(compute),
      ...flowLine(compute),
      ['CPU', cpuWords(compute)],
      ['Memory', memoryWords(compute)],
      ...cacheLine(compute),
      ['Connections', connectionWords(compute)],
      ...diskLine(compute),
      ...changeLine(compute),
      ...releaseLine(compute),
    ]),
    ...refusalLines(compute),
    ...awakeChart(compute),
  ];
}

function manyComputes(answer: SimulationAnswer): string[] {
  const right = (title: string): Column => ({ title, align: 'right' });
  const rows = answer.computes.map((compute) => [
    cut(compute.name, 22),
    sizeWords(compute),
    number(compute.cuHours),
    money(Math.round(compute.cost * MICROS), answer.prices.currency),
    percent(compute.awake.share),
    String(compute.wakes.count),
    String(compute.refusals.reduce((sum, { count }) => sum + count, 0)),
  ]);
  const shown =
    rows.length > MOST_ROWS ? [...rows.slice(0, MOST_ROWS), [`and ${rows.length - MOST_ROWS} more`]] : rows;
  return [
    textTable(
      [
        { title: 'compute', align: 'left' },
        right('CU'),
        right('CU-hours'),
        right('cost'),
        right('awake'),
        right('wakes'),
        right('errors'),
      ],
      shown,
    ),
    '',
    ...lines([['Cost', costWords(answer)]]),
  ];
}

const MOST_ROWS = 20;

function costWords({ totals, prices }: SimulationAnswer): string {
  const paid = (amount: number) => money(Math.round(amount * MICROS), prices.currency);
  return `${paid(totals.cost)} for ${number(totals.cuHours)} CU-hours; ${paid(totals.costPerMonth)} a month of 744 hours`;
}

function wakeLine({ wakes }: ComputeResult): Line[] {
  if (wakes.count === 0) return [['Wakes', 'none']];
  const waited =
    wakes.waitMs.count === 0
      ? 'nobody waited'
      : `${wakes.waitMs.count} connects waited ${ms(wakes.waitMs.mean)} on average, p95 ${ms(wakes.waitMs.p95)}, at most ${ms(wakes.waitMs.max)}`;
  return [['Wakes', `${wakes.count}, ${number(wakes.perDay)} a day; ${waited}`]];
}

function queryLine({ queries }: ComputeResult): Line[] {
  if (queries.done + queries.dropped === 0) return [];
  const { mean, p50, p95, p99 } = queries.addedDelayMs;
  const dropped = queries.dropped === 0 ? '' : `, ${queries.dropped} dropped`;
  return [
    [
      'Queries',
      `${queries.done} done${dropped}; delay added: mean ${ms(mean)}, p50 ${ms(p50)}, p95 ${ms(p95)}, p99 ${ms(p99)}`,
    ],
  ];
}

function flowLine({ flow }: ComputeResult): Line[] {
  if (flow.queries === 0) return [];
  const { mean, p95, p99, max } = flow.addedDelayMs;
  return [
    [
      'Load',
      `about ${flow.queries} queries; delay added: mean ${ms(mean)}, p95 ${ms(p95)}, p99 ${ms(p99)}, at most ${ms(max)}`,
    ],
  ];
}

function cpuWords({ cpu }: ComputeResult): string {
  const queued =
    cpu.mostQueuedCpuSeconds > 0 ? `; ${number(cpu.mostQueuedCpuSeconds)} CPU-seconds queued at most` : '';
  return `${number(cpu.usedCpuHours)} CPU-hours used; throttled ${span(cpu.throttledSeconds * SECOND_MS)}, ${percent(cpu.throttledShare)} of the time awake${queued}`;
}

function memoryWords({ memory }: ComputeResult): string {
  const kills = memory.kills === 0 ? '' : `; ran out ${times(memory.kills)}`;
  const denied = memory.deniedDownscales === 0 ? '' : `; held back ${memory.deniedDownscales} steps down`;
  return `${gibibytes(memory.highestBytes)} at most${denied}${kills}`;
}

function cacheLine({ cache, wakes }: ComputeResult): Line[] {
  if (cache.hitRatio === null || cache.workingSetBytes === 0) return [];
  const { warmed, meanMs } = wakes.warmUp;
  const warm = meanMs === null ? '' : `; warm ${span(meanMs)} after a start on average (${warmed} times)`;
  return [
    [
      'Cache',
      `${percent(cache.hitRatio)} of reads hit, working set ${gibibytes(cache.workingSetBytes)}${warm}`,
    ],
  ];
}

function connectionWords({ connections }: ComputeResult): string {
  const pooled =
    connections.pooledPeak === 0
      ? ''
      : `; through the pooler ${connections.pooledPeak} at most` +
        (connections.poolWaitMs.count === 0
          ? ''
          : `, ${connections.poolWaitMs.count} waited there, p95 ${ms(connections.poolWaitMs.p95)}`);
  return `${connections.peak} at most of ${connections.clientLimit}${pooled}`;
}

function diskLine({ temporaryDisk }: ComputeResult): Line[] {
  if (temporaryDisk.highestBytes === 0) return [];
  return [
    [
      'Temp disk',
      `${gibibytes(temporaryDisk.highestBytes)} at most of ${gibibytes(temporaryDisk.limitBytes)}`,
    ],
  ];
}

function changeLine({ events }: ComputeResult): Line[] {
  const refused = events['command.rejected'] ?? 0;
  return refused === 0
    ? []
    : [['Changes', `${refused} refused: the compute was busy with another, or could not take it`]];
}

function releaseLine({ events }: ComputeResult): Line[] {
  const taken = events['release.pickedUp'] ?? 0;
  return taken === 0 ? [] : [['Releases', `picked up ${times(taken)}, at a start`]];
}

function refusalLines({ refusals }: ComputeResult): string[] {
  if (refusals.length === 0) return ['  Errors        none'];
  return [
    '  Errors that clients saw:',
    ...refusals.flatMap(({ count, reason, message, sqlstate, firstAt }) => [
      wrap(`${count} x ${reason}, first at ${firstAt.slice(0, 19)}Z`, 6, 4),
      wrap(sqlstate === null ? `"${message}"` : `"${message}" (SQLSTATE ${sqlstate})`, 8, 6),
      ...(sqlstate === '53100' ? [wrap(DISK_REMEDIES, 8, 6)] : []),
    ]),
  ];
}

const DISK_REMEDIES =
  'What helps: end heavy queries or sync activity, use fewer temporary files, change the settings of third-party sync pipelines.';

/** Share of each local hour of the day that the compute was awake. */
function awakeChart({ hours }: ComputeResult): string[] {
  if (hours.length < 24) return [];
  const awake = new Array<number>(24).fill(0);
  const all = new Array<number>(24).fill(0);
  for (const row of hours) {
    const hour = Number(row.from.slice(11, 13));
    awake[hour] = (awake[hour] as number) + ((row as { awakeMs?: number }).awakeMs ?? 0);
    all[hour] = (all[hour] as number) + row.hours * HOUR_MS;
  }
  const bars = awake.map(
    (value, hour) => BARS[Math.round(((all[hour] as number) > 0 ? value / (all[hour] as number) : 0) * 8)],
  );
  return [
    '',
    `  Awake by hour |${bars.map((bar) => `${bar}${bar}`).join('')}|`,
    `                 ${'0     6           12          18        23'}`,
  ];
}

const BARS = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

function quotaLines({ months, quotaCuHours }: SimulationAnswer): string[] {
  if (quotaCuHours === null) return [];
  return months.map(({ month, cuHours, quotaSpentAt }) =>
    quotaSpentAt === null
      ? `  Quota         ${month}: ${number(cuHours)} of ${quotaCuHours} CU-hours`
      : `  Quota         ${month}: spent at ${quotaSpentAt.slice(0, 16)}Z, suspended until the next month`,
  );
}

function billLines({ passThrough, prices }: SimulationAnswer): string[] {
  if (passThrough.length === 0) return [];
  const items = passThrough.map(
    ({ name, perMonth }) => `${name} ${money(Math.round(perMonth * MICROS), prices.currency)}`,
  );
  return [wrap(`  Not affected by this choice, a month: ${items.join(', ')}.`, 4)];
}

function besideTable(answer: SimulationAnswer, compute: ComputeResult): string {
  const right = (title: string): Column => ({ title, align: 'right' });
  const own: BesideRow = {
    name: 'this setting',
    cuHours: answer.totals.cuHours,
    cost: answer.totals.cost,
    wakes: compute.wakes.count,
    throttledSeconds: compute.cpu.throttledSeconds,
    refused: compute.refusals.reduce((sum, { count }) => sum + count, 0),
  };
  return textTable(
    [
      { title: 'The same demand', align: 'left' },
      right('CU-hours'),
      right('cost'),
      right('wakes'),
      right('throttled'),
      right('errors'),
    ],
    [own, ...answer.beside].map(({ name, cuHours, cost, wakes, throttledSeconds, refused }) => [
      name,
      number(cuHours),
      money(Math.round(cost * MICROS), answer.prices.currency),
      String(wakes),
      span(throttledSeconds * SECOND_MS),
      String(refused),
    ]),
  );
}

type Line = readonly [label: string, words: string];

function lines(all: readonly Line[]): string[] {
  return all.map(([label, words]) => wrap(`${label.padEnd(13)} ${words}`, 16, 2));
}

function settingWords(compute: ComputeResult): string {
  const sleeps =
    compute.suspendAfterMs === null ? 'never sleeps' : `sleeps after ${duration(compute.suspendAfterMs)}`;
  return `${compute.name}: ${sizeWords(compute)} CU, ${sleeps}`;
}

function sizeWords({ size }: ComputeResult): string {
  return 'cu' in size ? String(size.cu) : `${size.minCu}-${size.maxCu}`;
}

function ms(value: number): string {
  return value < 1000 ? `${Math.round(value)} ms` : `${number(value / 1000)} s`;
}

function span(value: number): string {
  if (value < MINUTE_MS) return `${number(value / SECOND_MS)} s`;
  if (value < HOUR_MS) return `${number(value / MINUTE_MS)} min`;
  return `${number(value / HOUR_MS)} h`;
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

function percent(share: number): string {
  return `${number(share * 100)}%`;
}

function day(iso: string): string {
  return iso.slice(0, 16).replace('T', ' ');
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
