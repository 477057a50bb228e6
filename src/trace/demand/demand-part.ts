import {
  arrivals,
  bindProfile,
  type ClientsDemand,
  type Demand,
  type JobsDemand,
  type LoadDemand,
  meanMs,
  type Profile,
  randomStream,
  sampler,
  type Zone,
} from '../../workload/index.ts';

/** Returns the demand of one part in a step. Ask for steps in order, without gaps. */
export type DemandPart = (
  fromMs: number,
  toMs: number,
) => { readonly cpuMs: number; readonly queries: number };

interface PartSettings {
  readonly startMs: number;
  readonly endMs: number;
  readonly zone: Zone;
  readonly seed: number;
  readonly path: string;
}

export function demandPart(demand: Demand, settings: PartSettings): DemandPart {
  const name = `${settings.path}/${demand.name}`;
  switch (demand.kind) {
    case 'load':
      return loadPart(demand, name, settings);
    case 'jobs':
      return jobsPart(demand, name, settings);
    case 'clients':
      return clientsPart(demand, name, settings);
    case 'replication':
      return () => ({ cpuMs: 0, queries: 0 });
  }
}

function loadPart({ vcpu, cpuMsPerQuery }: LoadDemand, name: string, settings: PartSettings): DemandPart {
  const integral = integralOf(vcpu, `${name}/vcpu`, settings);
  return (fromMs, toMs) => {
    const cpuMs = integral(fromMs, toMs);
    return { cpuMs, queries: cpuMs / cpuMsPerQuery };
  };
}

/** Counts each query where it starts. A query has a processor to itself until its CPU is done. */
function jobsPart(
  { schedule, sessions, query }: JobsDemand,
  name: string,
  settings: PartSettings,
): DemandPart {
  const { startMs, endMs, zone, seed } = settings;
  const times = arrivals(schedule, { startMs, endMs }, zone, seed, name);
  const needed = sampler(query.cpu, randomStream(seed, `${name}/cpu`));
  let nextMs = times.take();
  let running: number[] = [];
  return (fromMs, toMs) => {
    let [cpuMs, queries] = [0, 0];
    const goOn: number[] = [];
    const run = (sinceMs: number, untilMs: number) => {
      cpuMs += Math.min(untilMs, toMs) - sinceMs;
      if (untilMs > toMs) goOn.push(untilMs);
    };
    for (const untilMs of running) run(fromMs, untilMs);
    for (; nextMs < toMs; nextMs = times.take()) {
      queries += sessions;
      for (let session = 0; session < sessions; session++) run(nextMs, nextMs + needed.take());
    }
    running = goOn;
    return { cpuMs, queries };
  };
}

/**
 * Clients without delays: each asks again after its mean think time and mean query time. Queries are whole numbers.
 */
function clientsPart(
  { count, think, working, query }: ClientsDemand,
  name: string,
  settings: PartSettings,
): DemandPart {
  const integral = integralOf(working, `${name}/working`, settings);
  const [cpuMs, roundMs] = [meanMs(query.cpu), meanMs(think) + meanMs(query.cpu) + meanMs(query.wait)];
  let left = 0;
  return (fromMs, toMs) => {
    left += (count * integral(fromMs, toMs)) / Math.max(1, roundMs);
    const queries = Math.floor(left);
    left -= queries;
    return { cpuMs: queries * cpuMs, queries };
  };
}

/** Returns a function that integrates a profile from one instant to a later one. */
function integralOf(profile: Profile, name: string, { startMs, zone, seed }: PartSettings) {
  const bound = bindProfile(profile, startMs, zone, seed, name);
  return (fromMs: number, toMs: number) => {
    let sum = 0;
    for (let atMs = fromMs; atMs < toMs; ) {
      const { value, untilMs } = bound(atMs);
      const endMs = Math.min(toMs, untilMs);
      sum += value * (endMs - atMs);
      atMs = endMs;
    }
    return sum;
  };
}
