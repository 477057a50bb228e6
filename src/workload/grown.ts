import type { ClientsDemand, Demand, JobsDemand, LoadDemand, Schedule } from './demand.ts';
import type { Profile } from './profile.ts';
import { copyOf } from './samples.ts';

/** The same demand from more customers, or fewer: more comes, and what comes is as it was. */
export function grown(demand: Demand, factor: number): Demand {
  switch (demand.kind) {
    case 'load':
      return grownLoad(demand, factor);
    case 'clients':
      return grownClients(demand, factor);
    case 'jobs':
      return grownJobs(demand, factor);
  }
}

/** The same queries, each of which takes so many times the CPU. */
export function withCpuPerQuery(demand: LoadDemand, factor: number): LoadDemand {
  return {
    ...demand,
    cpuMsPerQuery: demand.cpuMsPerQuery * factor,
    vcpu: demand.isVcpuFromQueries === true ? times(demand.vcpu, factor) : demand.vcpu,
  };
}

function grownLoad(demand: LoadDemand, factor: number): LoadDemand {
  return {
    ...demand,
    vcpu: times(demand.vcpu, factor),
    connections: Math.ceil(demand.connections * factor),
    memoryBytes: times(demand.memoryBytes, factor),
  };
}

function grownClients(demand: ClientsDemand, factor: number): ClientsDemand {
  return { ...demand, count: Math.ceil(demand.count * factor) };
}

/** What comes at random comes more often; what comes by the clock comes as often, with more sessions. */
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
    ? { ...schedule, perSecond: times(schedule.perSecond, factor) }
    : { ...schedule, burstsPerSecond: times(schedule.burstsPerSecond, factor) };
}

/** The same draws as before, so that what grows is the demand and not the chance. */
function times(profile: Profile, factor: number): Profile {
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
      return { ...profile, of: times(profile.of, factor) };
    case 'sum':
      return { ...profile, of: profile.of.map((part) => times(part, factor)) };
    case 'weekly':
      return { ...profile, hours: profile.hours.map((value) => value * factor) };
    case 'crowd':
      return { ...profile, peak: profile.peak * factor };
    case 'fitted':
      return { ...profile, busy: profile.busy.map((value) => value * factor) };
    case 'growth':
      return { kind: 'product', of: [profile, { kind: 'constant', value: factor }] };
    case 'product':
      return { ...profile, of: profile.of.map((part, i) => (i === 0 ? times(part, factor) : part)) };
    case 'replaced':
      return { ...profile, of: times(profile.of, factor) };
    case 'samples':
      return { ...profile, values: copyOf(profile.values).map((value) => value * factor) };
  }
}
