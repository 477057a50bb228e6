import { type Assumptions, KNOWN_ASSUMPTIONS, type KnownAssumption } from '../../simulator/index.ts';
import { bytesText, distributionText, durationText } from '../notation/notation-text.ts';
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
  start: ['How long a start takes, and so a wake.', ({ life }) => distributionText(life.startTime)],
  suspend: ['How long a suspend takes, which is paid for.', ({ life }) => distributionText(life.suspendTime)],
  apply: ['How long a change of settings takes.', ({ life }) => distributionText(life.applyTime)],
  startFailures: ['Share of starts that fail.', ({ life }) => life.startFailureShare],
  startAttempts: ['How often a start is tried.', ({ life }) => life.retry.attempts],
  idleCheck: ['How often inactivity is looked at.', ({ life }) => durationText(life.idleCheckMs)],
  downscaleStep: [
    'Least time from one step down to the next; a step is a quarter CU.',
    ({ autoscaler }) => durationText(autoscaler.downscaleStepMs),
  ],
  lfcScaling: ['Whether the working set asks for memory too.', ({ autoscaler }) => autoscaler.lfcMetrics],
  cpuStableZoneRatio: [
    'The five-minute load average decides while the one-minute average is this near to it, as a share of it.',
    ({ autoscaler }) => autoscaler.cpuStableZoneRatio || null,
  ],
  cpuMixedZoneRatio: [
    'Over this much more of a difference the two load averages are mixed.',
    ({ autoscaler }) => autoscaler.cpuMixedZoneRatio || null,
  ],
  burst: ['Whether shared sizes, 0.25 and 0.5 CU, get more than their vCPU.', ({ burst }) => burst],
  baseMemory: ['Memory of a compute that does nothing.', (all) => bytesText(all.baseMemoryBytes)],
  connectionMemory: ['Memory of an open connection.', (all) => bytesText(all.connectionMemoryBytes)],
  miss: ['What a page costs that the local file cache does not hold.', ({ missMs }) => durationText(missMs)],
  skew: [
    'How unevenly pages are read: 0 all alike, towards 1 a few get nearly all reads.',
    ({ skew }) => skew,
  ],
  prewarm: [
    'Share of the cache that is put back after a restart that was asked for.',
    (all) => all.prewarmShare,
  ],
  connectionLimit: ['In place of the max_connections of the size.', (all) => all.connectionLimit],
  poolSize: ['In place of the pool of the size.', (all) => all.poolSize],
  poolWait: [
    'In place of how long the pooler lets clients wait.',
    ({ poolWaitMs }) => (poolWaitMs === null ? null : durationText(poolWaitMs)),
  ],
};
