import { localFileCacheBytes, MINUTE_MS, SECOND_MS } from '../../facts/index.ts';
import { present } from '../../problem/index.ts';
import { brokenLines, gibibytes, percent, span, timeBands } from '../../report/index.ts';
import { lastAwake, ruleFact } from '../run-figures.ts';
import type { Explanation, LessonRun, UnrunStep } from '../step.ts';

/** Teaches that a wake is short, and that the cache takes longer to fill again. */
export const firstClient: UnrunStep = {
  name: 'first-client',
  title: 'The first client after a sleep',
  charts: ['cache'],
  explain,
};

/** The time after the wake that the picture shows. */
const DRAWN_MS = 30 * MINUTE_MS;

function explain({ simulation, result }: LessonRun): Explanation {
  const [compute] = result.computes;
  const { wakes, cache, timeSeries, refusals } = present(compute, 'there is a compute');
  const waitedMs = wakes.waitMs.max;
  const awake = lastAwake(present(compute, 'there is a compute'));
  const warmMs = present(awake.warmAfterMs, 'the cache gets warm');
  const first = timeSeries.hitRatio.findIndex((ratio) => ratio !== null);
  const drawn = timeSeries.hitRatio.slice(first, first + DRAWN_MS / timeSeries.stepMs);
  const firstRatio = present(drawn[0], 'something is read');
  const isRefused = refusals.length > 0;
  const isWait = (leastMs: number, mostMs: number) => !isRefused && leastMs <= waitedMs && waitedMs < mostMs;
  const { facts, startMs, zone } = simulation;
  return {
    situation:
      'The database has slept since long before 08:00. Then the first employee opens an application, which connects.',
    question: 'What happens to the first client?',
    choices: [
      { text: 'nothing that could be measured', isRight: isWait(0, 20) },
      { text: 'it gets an error, and has to connect again', isRight: isRefused },
      { text: 'it waits some tenths of a second', isRight: isWait(100, 1500) },
      { text: 'it waits about half a minute', isRight: isWait(20 * SECOND_MS, 60 * SECOND_MS) },
    ],
    figures: [
      ['First client', `waited ${span(waitedMs)}`],
      ['Cache', `${percent(firstRatio)} of reads in the first ${span(timeSeries.stepMs)} came from it`],
      ['Warm', `${span(warmMs)} after the wake`],
    ],
    draw: (columns) => [
      ...brokenLines('Share of reads that the cache answered after the wake: █ is all of them', columns),
      ...timeBands(
        [{ label: 'Cache', levels: drawn }],
        zone.localMs(startMs) + first * timeSeries.stepMs,
        drawn.length * timeSeries.stepMs,
        columns,
      ),
    ],
    bars: null,
    answer: [
      `The first connect waited ${span(waitedMs)} while the compute started. Of ${awake.queries} queries, ${wakes.waitMs.count} waited for the start.`,
      `The sleep had emptied the cache. It answered ${percent(firstRatio)} of the reads in the first ${span(timeSeries.stepMs)}, and storage answered the rest. It was warm ${span(warmMs)} after the wake. Until then, queries waited ${span(awake.coldReadsMs)} for storage in total.`,
    ],
    rule: `A connect to a sleeping compute wakes it and waits. The cache begins empty, and fills with the pages that are read.`,
    facts: [
      ruleFact(facts.wakeMs, (ms) => `A wake takes a few hundred milliseconds, here ${ms} ms in the median.`),
      {
        words: `At 0.25 CU the cache holds up to ${gibibytes(localFileCacheBytes(facts, 0.25))}; the working set of this database is ${gibibytes(cache.workingSetBytes)}.`,
        source: ruleFact(facts.localFileCache, () => '').source,
      },
    ],
    tryFlags: '--suspend-after off',
  };
}
