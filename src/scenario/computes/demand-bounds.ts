import { DAY_MS, HOUR_MS, QUOTED_MONTH_HOURS } from '../../facts/index.ts';
import {
  type ClientRules,
  type CrowdProfile,
  crowdLengthMs,
  type Demand,
  type JobsDemand,
  meanMs,
  type Profile,
  runEnd,
  type SampledProfile,
  sampleAt,
} from '../../workload/index.ts';

export const MOST_QUERIES = 2e9;

/** Returns a rough count of the queries of a demand. Scenarios with more than can be simulated singly are refused. */
export function roughQueryCount(demand: Demand, horizonMs: number): number {
  if (demand.kind === 'load') return 0;
  if (demand.kind === 'replication') return (demand.connections * horizonMs) / demand.reconnectMs;
  if (demand.kind === 'clients') return (demand.count * horizonMs) / Math.max(1, typicalThinkMs(demand));
  return (highestPerSecond(demand, horizonMs) * horizonMs) / 1000;
}

/**
 * Returns how many clients may wait for a connection at once. In the worst case nobody gets a connection, and each
 * client tries as long as its rules allow. Scenarios with more than memory can hold are refused.
 */
export function mostWaitingClients(demand: Demand, horizonMs: number): number {
  if (demand.kind === 'load') return 0;
  if (demand.kind === 'replication') return demand.connections;
  if (demand.kind === 'clients') return demand.count;
  return (
    demand.sessions +
    (highestPerSecond(demand, horizonMs) * longestConnectMs(demand.client, horizonMs)) / 1000
  );
}

/** The longest time that a client tries to connect, within the horizon. */
function longestConnectMs(
  { connectTimeoutMs, retries, backOffMs, backOffFactor }: ClientRules,
  horizonMs: number,
): number {
  let ms = connectTimeoutMs;
  for (let retry = 0; retry < retries && ms < horizonMs; retry++) {
    ms += backOffMs * backOffFactor ** retry + connectTimeoutMs;
  }
  return Math.min(ms, horizonMs);
}

function highestPerSecond({ schedule, sessions }: JobsDemand, horizonMs: number): number {
  switch (schedule.kind) {
    case 'every':
      return (sessions * 1000) / schedule.everyMs;
    case 'cron':
      return sessions / 60;
    case 'poisson':
      return sessions * highestValue(schedule.perSecond, horizonMs);
    case 'bursty':
      return sessions * highestValue(schedule.burstsPerSecond, horizonMs) * schedule.meanBurst;
  }
}

function typicalThinkMs({ think }: Demand & { readonly kind: 'clients' }): number {
  return think.kind === 'log-normal' ? think.medianMs : meanMs(think);
}

/** Returns the approximate maximum of a profile within a horizon. */
export function highestValue(profile: Profile, horizonMs: number): number {
  switch (profile.kind) {
    case 'constant':
      return profile.value;
    case 'steps':
      return Math.max(...profile.steps.map(({ value }) => value));
    case 'hours':
      return Math.max(profile.inside, profile.outside);
    case 'daily':
      return Math.max(profile.low, profile.high) * Math.max(1, profile.weekend);
    case 'weekly':
      return Math.max(...profile.hours);
    case 'growth':
      return Math.max(1, (1 + profile.perMonth) ** (horizonMs / (QUOTED_MONTH_HOURS * HOUR_MS)));
    case 'crowd':
      return profile.peak * mostOverlapping(profile, horizonMs);
    case 'fitted':
      return Math.max(...profile.busy) * Math.max(1, profile.levels.at(-1) ?? 1);
    case 'samples':
      return highestSample(profile.values);
    case 'noisy':
      return highestValue(profile.of, horizonMs) * (hasNoise(profile.of) ? 1 + profile.variation ** 2 : 1);
    case 'replaced':
      return highestValue(profile.of, horizonMs);
    case 'sum':
      return profile.of.reduce((sum, part) => sum + highestValue(part, horizonMs), 0);
    case 'product':
      return profile.of.reduce((product, part) => product * highestValue(part, horizonMs), 1);
  }
}

/** Noise alone keeps the mean of a profile. Noise of noise has a few draws that are far above the mean. */
function hasNoise(profile: Profile): boolean {
  switch (profile.kind) {
    case 'noisy':
      return true;
    case 'replaced':
      return hasNoise(profile.of);
    case 'sum':
    case 'product':
      return profile.of.some(hasNoise);
    default:
      return false;
  }
}

/** Crowds at known times may all overlap. Of random crowds, as many overlap as begin during one, at least one. */
function mostOverlapping(profile: CrowdProfile, horizonMs: number): number {
  if (!('perWeek' in profile.at)) return profile.at.length;
  return Math.max(1, (profile.at.perWeek * Math.min(crowdLengthMs(profile), horizonMs)) / (7 * DAY_MS));
}

function highestSample(values: SampledProfile): number {
  let most = 0;
  for (let i = 0; i < values.length; i = runEnd(values, i)) most = Math.max(most, sampleAt(values, i) || 0);
  return most;
}
