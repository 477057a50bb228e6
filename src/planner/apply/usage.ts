import { DAY_MS, MINUTE_MS } from '../../facts/index.ts';
import { Run, type Simulation } from '../../simulator/index.ts';
import { sampleAt } from '../../workload/index.ts';
import { type Configuration, onlyCompute, withConfiguration } from '../configurations/configuration.ts';
import { measuredDemand } from '../incident/known-span.ts';

/** One minute of a run. */
export interface Minute {
  /** Local time, as if the zone were UTC. */
  readonly localMs: number;
  /** Connections of clients that a restart would drop. */
  readonly connections: number;
  readonly vcpu: number;
}

/** The busiest local day of a run. */
export interface BusiestDay {
  /** vCPU in use, on average over the time awake. */
  readonly vcpu: number;
  readonly awakeShare: number;
}

interface Usage {
  /** The minutes that the trace has samples of. */
  readonly minutes: readonly Minute[];
  readonly busiest: BusiestDay;
}

/** The demand under a configuration, minute by minute. */
export function usageOf(simulation: Simulation, configuration: Configuration): Usage {
  const run = new Run(withConfiguration(simulation, configuration), null, 'sums');
  const { zone, startMs, horizonMs } = simulation;
  const isKnown = knownMinutes(simulation);
  const minutes: Minute[] = [];
  const days = new Map<number, { usedMs: number; awakeMs: number; ms: number }>();
  const [compute] = run.computes;
  let [usedMs, awakeMs] = [0, 0];
  for (let at = 0; compute !== undefined && run.nowMs < horizonMs; at++) {
    const sinceMs = run.nowMs;
    const localMs = zone.localMs(startMs + sinceMs);
    run.advance(Math.min(sinceMs + MINUTE_MS, horizonMs));
    const [used, awake] = [compute.cpu.usedCpuMsAt(run.nowMs), compute.meter.awakeMsAt(run.nowMs)];
    const { direct, pooled } = compute.clients.connections;
    const ms = run.nowMs - sinceMs;
    if (isKnown(at))
      minutes.push({
        localMs,
        connections: direct + pooled + compute.load.connections,
        vcpu: (used - usedMs) / ms,
      });
    const day = Math.floor(localMs / DAY_MS);
    const sum = days.get(day) ?? { usedMs: 0, awakeMs: 0, ms: 0 };
    sum.usedMs += used - usedMs;
    sum.awakeMs += awake - awakeMs;
    sum.ms += ms;
    days.set(day, sum);
    [usedMs, awakeMs] = [used, awake];
  }
  const all = [...days.values()];
  return {
    minutes,
    busiest: {
      vcpu: Math.max(0, ...all.map((day) => (day.awakeMs === 0 ? 0 : day.usedMs / day.awakeMs))),
      awakeShare: Math.max(0, ...all.map((day) => day.awakeMs / day.ms)),
    },
  };
}

/** A gap in a trace looks quiet, but nobody knows whether it is. */
function knownMinutes(simulation: Simulation): (minute: number) => boolean {
  const measured = measuredDemand(onlyCompute(simulation));
  return (minute) =>
    measured.some((samples) => {
      if (samples === null) return true;
      const { atMs, stepMs, values } = samples;
      return !Number.isNaN(sampleAt(values, Math.floor((minute * MINUTE_MS - atMs) / stepMs)) ?? Number.NaN);
    });
}
