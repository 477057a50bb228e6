import { type Assumptions, KNOWN_ASSUMPTIONS, type KnownAssumption } from '../../simulator/index.ts';
import { bytesText, distributionText, durationText, startTimeText } from '../notation/notation-text.ts';
import type { ScenarioFile } from '../schema/scenario-schema.ts';
import type { CommentedField } from '../text/commented-yaml.ts';

/**
 * Returns the assumptions of a run as fields of a scenario, each with a comment. Limits are written only if they
 * replace those of the facts. Unknown assumptions are left out, because a plan takes written ones as known, and tries
 * both ends of the range of unknown ones.
 */
export function assumptionFields(all: Assumptions): CommentedField[] {
  const unknown = unknownFields(all);
  return Object.entries(FIELDS).flatMap(([name, [comment, of]]) => {
    const value = of(all);
    return value === null || unknown.some((one) => one === name) ? [] : [{ name, comment, value }];
  });
}

/** Returns the names of the assumptions that nobody has stated. */
export function unknownFields({ known }: Assumptions): KnownAssumption[] {
  return KNOWN_ASSUMPTIONS.filter((name) => !known.includes(name));
}

type Name = keyof NonNullable<ScenarioFile['assumptions']>;

const FIELDS: Readonly<Record<Name, readonly [comment: string, of: (all: Assumptions) => unknown]>> = {
  start: ['The time of a start, and so of a wake.', ({ life }) => startTimeText(life.startTime)],
  suspend: ['The time of a suspend, which is charged.', ({ life }) => distributionText(life.suspendTime)],
  apply: ['The time to apply new settings.', ({ life }) => distributionText(life.applyTime)],
  startFailures: ['Share of starts that fail.', ({ life }) => life.startFailureShare],
  startAttempts: ['The number of attempts of a start.', ({ life }) => life.retry.attempts],
  wakeAdmission: [
    'What the proxy refuses of further clients at a wake, until so long after the start.',
    ({ life: { wakeAdmission } }) =>
      wakeAdmission && {
        refused: wakeAdmission.refusedShare,
        for: durationText(wakeAdmission.forMs),
      },
  ],
  idleCheck: ['The time between checks for inactivity.', ({ life }) => durationText(life.idleCheckMs)],
  downscaleStep: [
    'Least time from one step down to the next; a step is a quarter CU.',
    ({ autoscaler }) => durationText(autoscaler.downscaleStepMs),
  ],
  lfcScaling: [
    'True if the autoscaler considers the working set.',
    ({ autoscaler }) => autoscaler.lfcMetrics,
  ],
  cpuStableZoneRatio: [
    'The five-minute load average decides while the one-minute average differs by less than this share of it.',
    ({ autoscaler }) => autoscaler.cpuStableZoneRatio || null,
  ],
  cpuMixedZoneRatio: [
    'The two load averages are mixed while they differ by up to this share more.',
    ({ autoscaler }) => autoscaler.cpuMixedZoneRatio || null,
  ],
  burst: ['True if shared sizes, 0.25 and 0.5 CU, get more than their vCPU.', ({ burst }) => burst],
  quotaPeriod: [
    'The period of the quota that a size with a fraction of a processor has.',
    ({ quotaPeriodMs }) => durationText(quotaPeriodMs),
  ],
  contention: [
    'The share of CPU that a query needs more if many run at once, at most.',
    ({ contention }) => contention,
  ],
  randomArrivals: [
    'True if queries of a load come at random, so that some of them find all processors busy.',
    (all) => all.randomArrivals,
  ],
  baseMemory: ['Memory of a compute that does nothing.', (all) => bytesText(all.baseMemoryBytes)],
  connectionMemory: ['Memory of an open connection.', (all) => bytesText(all.connectionMemoryBytes)],
  connectionCpu: [
    'CPU of Postgres for a connection: most of it before the first query, the rest at its end.',
    ({ connectionCpuMs }) => durationText(connectionCpuMs),
  ],
  ownWork: [
    'CPU of Postgres for checkpoints, vacuum and the like, as a share of that of queries.',
    ({ ownWorkShare }) => ownWorkShare,
  ],
  miss: [
    'The time to read a page that the local file cache does not hold.',
    ({ missMs }) => durationText(missMs),
  ],
  skew: [
    'The skew of page reads: at 0 all pages are alike, towards 1 nearly all reads go to few pages.',
    ({ skew }) => skew,
  ],
  prewarm: ['Share of the cache that is restored after a restart by command.', (all) => all.prewarmShare],
  connectionLimit: ['Replaces max_connections of the size.', (all) => all.connectionLimit],
  poolSize: ['Replaces the pool size of the compute.', (all) => all.poolSize],
  poolWait: [
    'Replaces the longest time that clients of the pooler wait.',
    ({ poolWaitMs }) => (poolWaitMs === null ? null : durationText(poolWaitMs)),
  ],
};
