import { MINUTE_MS } from '../../facts/index.ts';
import { type Simulation, totalsOnlyRun } from '../../simulator/index.ts';
import {
  type Configuration,
  configurationOf,
  measuredCompute,
  withConfiguration,
} from '../configurations/configuration.ts';

/** The vCPU that the demand uses in each minute on the largest size. */
export function usedByMinute(simulation: Simulation): Float64Array {
  const { facts, horizonMs } = simulation;
  const largest = facts.listedSizesCu.value.at(-1) as number;
  const configuration: Configuration = {
    ...configurationOf(simulation),
    size: { minCu: largest, maxCu: largest },
    suspendAfterMs: null,
  };
  const run = totalsOnlyRun(withConfiguration({ ...simulation, plan: 'scale' }, configuration));
  const used = new Float64Array(Math.ceil(horizonMs / MINUTE_MS));
  let beforeMs = 0;
  for (let minute = 0; minute < used.length; minute++) {
    const untilMs = Math.min(horizonMs, (minute + 1) * MINUTE_MS);
    run.advance(untilMs);
    const cpuMs = measuredCompute(run).cpu.usedCpuMsAt(untilMs);
    used[minute] = (cpuMs - beforeMs) / (untilMs - minute * MINUTE_MS);
    beforeMs = cpuMs;
  }
  return used;
}
