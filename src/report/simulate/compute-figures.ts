import { SECOND_MS } from '../../facts/index.ts';
import type { ComputeResult } from '../../simulator/index.ts';
import type { Figure, PageBlock } from '../page/page.ts';
import { durationWords, gibibytes, numberWords, percent, span, times } from '../words/format.ts';
import { computeSizeWords } from './compute-table.ts';

/** A line for each figure of one compute. Cost comes first. */
export function computeFigures(compute: ComputeResult, costs: readonly Figure[]): PageBlock {
  return {
    kind: 'figures',
    title: configurationWords(compute),
    figures: [
      ...costs,
      [
        'Awake',
        `${numberWords(compute.awake.hours)} h, ${percent(compute.awake.share)} of the time, at ${numberWords(compute.meanCuAwake)} CU on average`,
      ],
      ...wakeFigure(compute),
      ...queryFigure(compute),
      ...loadFigure(compute),
      ['CPU', cpuWords(compute)],
      ['Memory', memoryWords(compute)],
      ...cacheFigure(compute),
      ['Connections', connectionWords(compute)],
      ...diskFigure(compute),
      ...changeFigure(compute),
      ...releaseFigure(compute),
      ...(compute.refusals.length === 0 ? [['Errors', 'none'] as const] : []),
    ],
  };
}

function configurationWords(compute: ComputeResult): string {
  const sleeps =
    compute.suspendAfterMs === null
      ? 'never sleeps'
      : `sleeps after ${durationWords(compute.suspendAfterMs)}`;
  return `${compute.name}: ${computeSizeWords(compute)} CU, ${sleeps}`;
}

function wakeFigure({ wakes }: ComputeResult): Figure[] {
  if (wakes.count === 0) return [['Wakes', 'none']];
  const waited =
    wakes.waitMs.count === 0
      ? 'nobody waited'
      : `${wakes.waitMs.count} connects waited ${span(wakes.waitMs.mean)} on average, p95 ${span(wakes.waitMs.p95)}, at most ${span(wakes.waitMs.max)}`;
  return [['Wakes', `${wakes.count}, ${numberWords(wakes.perDay)} a day; ${waited}`]];
}

function queryFigure({ queries }: ComputeResult): Figure[] {
  if (queries.done + queries.dropped === 0) return [];
  const { mean, p50, p95, p99 } = queries.addedDelayMs;
  const dropped = queries.dropped === 0 ? '' : `, ${queries.dropped} dropped`;
  return [
    [
      'Queries',
      `${queries.done} done${dropped}; delay added: mean ${span(mean)}, p50 ${span(p50)}, p95 ${span(p95)}, p99 ${span(p99)}`,
    ],
  ];
}

function loadFigure({ load }: ComputeResult): Figure[] {
  if (load.queries === 0) return [];
  const { mean, p95, p99, max } = load.addedDelayMs;
  return [
    [
      'Load',
      `about ${load.queries} queries; delay added: mean ${span(mean)}, p95 ${span(p95)}, p99 ${span(p99)}, at most ${span(max)}`,
    ],
  ];
}

function cpuWords({ cpu }: ComputeResult): string {
  const queued =
    cpu.mostQueuedCpuSeconds > 0
      ? `; ${numberWords(cpu.mostQueuedCpuSeconds)} CPU-seconds queued at most`
      : '';
  return `${numberWords(cpu.usedCpuHours)} CPU-hours used; throttled ${span(cpu.throttledSeconds * SECOND_MS)}, ${percent(cpu.throttledShare)} of the time awake${queued}`;
}

function memoryWords({ memory }: ComputeResult): string {
  const kills = memory.kills === 0 ? '' : `; ran out ${times(memory.kills)}`;
  const denied = memory.deniedDownscales === 0 ? '' : `; ${memory.deniedDownscales} steps down denied`;
  return `${gibibytes(memory.highestBytes)} at most${denied}${kills}`;
}

function cacheFigure({ cache, wakes }: ComputeResult): Figure[] {
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

function connectionWords({ connections, limits }: ComputeResult): string {
  const pooled =
    connections.pooledPeak === 0
      ? ''
      : `; through the pooler ${connections.pooledPeak} at most` +
        (connections.poolWaitMs.count === 0
          ? ''
          : `, ${connections.poolWaitMs.count} waited there, p95 ${span(connections.poolWaitMs.p95)}`);
  const of = limitWords(limits, ({ clientLimit }) => String(clientLimit));
  return `${connections.peak} at most${of}${pooled}`;
}

/** A limit, and when it changed. */
function limitWords(
  limits: ComputeResult['limits'],
  words: (limits: ComputeResult['limits'][number]) => string,
): string {
  const changes = limits.filter((one, i) => i === 0 || words(one) !== words(limits[i - 1] as typeof one));
  const [first, ...later] = changes;
  if (first === undefined) return '';
  if (later.length === 0) return ` of ${words(first)}`;
  const shown = later.slice(0, MOST_CHANGES).map((one) => `${words(one)} from ${instant(one.from)}`);
  const more = later.length > MOST_CHANGES ? `, and ${later.length - MOST_CHANGES} more changes` : '';
  return `; the limit was ${words(first)}, then ${shown.join(', ')}${more}`;
}

/** A line has at most this many changes of a limit. */
const MOST_CHANGES = 3;

function instant(iso: string): string {
  return `${iso.slice(0, 16)}Z`;
}

function diskFigure({ temporaryDisk, limits }: ComputeResult): Figure[] {
  if (temporaryDisk.highestBytes === 0) return [];
  return [
    [
      'Temp disk',
      `${gibibytes(temporaryDisk.highestBytes)} at most${limitWords(limits, ({ temporaryDiskBytes }) => gibibytes(temporaryDiskBytes))}`,
    ],
  ];
}

function changeFigure({ events }: ComputeResult): Figure[] {
  const refused = events['command.rejected'] ?? 0;
  return refused === 0
    ? []
    : [['Changes', `${refused} refused: another change was in progress, or the compute could not apply it`]];
}

function releaseFigure({ events }: ComputeResult): Figure[] {
  const taken = events['release.pickedUp'] ?? 0;
  return taken === 0 ? [] : [['Releases', `picked up ${times(taken)}, at a start`]];
}
