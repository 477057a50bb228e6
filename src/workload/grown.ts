import type { ClientsDemand, Demand, JobsDemand, LoadDemand, Schedule } from './demand.ts';
import type { Profile } from './profiles/profile.ts';
import { mapSamples } from './profiles/samples.ts';

/** The demand of more or fewer customers: the amount changes, and single queries stay the same. */
export function grown(demand: Demand, factor: number): Demand {
  switch (demand.kind) {
    case 'load':
      return grownLoad(demand, factor);
    case 'clients':
      return grownClients(demand, factor);
    case 'jobs':
      return grownJobs(demand, factor);
    case 'replication':
      return demand;
  }
}

function grownLoad(demand: LoadDemand, factor: number): LoadDemand {
  return {
    ...demand,
    vcpu: timesProfile(demand.vcpu, factor),
    // More customers bring their own connection pools.
    concurrency: demand.concurrency === null ? null : demand.concurrency * factor,
    connections: Math.ceil(demand.connections * factor),
    memoryBytes: timesProfile(demand.memoryBytes, factor),
  };
}

function grownClients(demand: ClientsDemand, factor: number): ClientsDemand {
  return { ...demand, count: Math.ceil(demand.count * factor) };
}

/** Random arrivals become more frequent. Timed jobs keep their times and get more sessions. */
function grownJobs(demand: JobsDemand, factor: number): JobsDemand {
  const { schedule } = demand;
  const isTimed = schedule.kind === 'every' || schedule.kind === 'cron';
  return isTimed
    ? { ...demand, sessions: Math.ceil(demand.sessions * factor) }
    : { ...demand, schedule: grownSchedule(schedule, factor) };
}

function grownSchedule(
  schedule: Schedule & { readonly kind: 'poisson' | 'bursty' },
  factor: number,
): Schedule {
  return schedule.kind === 'poisson'
    ? { ...schedule, perSecond: timesProfile(schedule.perSecond, factor) }
    : { ...schedule, burstsPerSecond: timesProfile(schedule.burstsPerSecond, factor) };
}

/**
 * Multiplies a profile, with the same random draws, so that only the amount changes. Repeated calls with the same
 * factor return the same object, so that results derived from it can be reused.
 */
export function timesProfile(profile: Profile, factor: number): Profile {
  const last = LATEST.get(profile);
  if (last?.factor === factor) return last.grown;
  const grown = multiplied(profile, factor);
  LATEST.set(profile, { factor, grown });
  return grown;
}

/** Keeps one result per profile only, because a year of samples is large. */
const LATEST = new WeakMap<Profile, { readonly factor: number; readonly grown: Profile }>();

function multiplied(profile: Profile, factor: number): Profile {
  switch (profile.kind) {
    case 'constant':
      return { ...profile, value: profile.value * factor };
    case 'steps':
      return { ...profile, steps: profile.steps.map(({ atMs, value }) => ({ atMs, value: value * factor })) };
    case 'hours':
      return { ...profile, inside: profile.inside * factor, outside: profile.outside * factor };
    case 'daily':
      return { ...profile, low: profile.low * factor, high: profile.high * factor };
    case 'noisy':
      return { ...profile, of: timesProfile(profile.of, factor) };
    case 'sum':
      return { ...profile, of: profile.of.map((part) => timesProfile(part, factor)) };
    case 'weekly':
      return { ...profile, hours: profile.hours.map((value) => value * factor) };
    case 'crowd':
      return { ...profile, peak: profile.peak * factor };
    case 'fitted':
      return { ...profile, busy: profile.busy.map((value) => value * factor) };
    case 'growth':
      return { kind: 'product', of: [profile, { kind: 'constant', value: factor }] };
    case 'product':
      return { ...profile, of: profile.of.map((part, i) => (i === 0 ? timesProfile(part, factor) : part)) };
    case 'replaced':
      return { ...profile, of: timesProfile(profile.of, factor) };
    case 'samples':
      return { ...profile, values: mapSamples(profile.values, (value) => value * factor) };
  }
}
