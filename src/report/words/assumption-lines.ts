import type { Simulation } from '../../simulator/index.ts';
import { duration, gibibytes, number } from './format.ts';

/** The models of a run, and what they assume. */
export function assumptionLines({ assumptions, computes }: Simulation): string[] {
  const demand = computes.flatMap((compute) => compute.demand);
  const has = (kind: string) => demand.some((one) => one.kind === kind);
  const kinds = [
    ...(has('jobs') ? ['open demand, job by job'] : []),
    ...(has('clients') ? ['closed groups of clients'] : []),
    ...(has('load') ? ['load as a flow'] : []),
  ];
  const { life, autoscaler } = assumptions;
  const flows = demand.filter((one) => one.kind === 'load');
  const flowWords = flows.map(
    ({ name, cpuMsPerQuery, concurrency }) =>
      `${name}: ${number(cpuMsPerQuery)} ms of CPU a query, ${concurrency === null ? 'no limit on' : `${number(concurrency)}`} active queries`,
  );
  return [
    `Models: ${kinds.join(', ')}${flowWords.length === 0 ? '' : ` (${flowWords.join('; ')})`}; CPU shared equally among all that can run.`,
    `Assumed: a start takes ${durationWords(life.startTime)}, a suspend ${durationWords(life.suspendTime)}, a step down ${duration(autoscaler.downscaleStepMs)}; ` +
      `${assumptions.burst ? 'shared sizes burst without limit' : 'shared sizes do not burst'}; ` +
      `LFC scaling ${autoscaler.lfcMetrics ? 'on' : 'off'}; ${zones(autoscaler)}${gibibytes(assumptions.baseMemoryBytes)} base memory; ` +
      `a missed page ${number(assumptions.missMs)} ms, skew ${number(assumptions.skew)}. Each can be set under assumptions.`,
  ];
}

function zones({
  cpuStableZoneRatio: stable,
  cpuMixedZoneRatio: mixed,
}: Simulation['assumptions']['autoscaler']): string {
  return stable + mixed === 0
    ? ''
    : `a stable CPU zone of ${number(stable)}, a mixed one of ${number(mixed)}; `;
}

function durationWords(time: Simulation['assumptions']['life']['startTime']): string {
  return time.kind === 'constant'
    ? `${number(time.ms)} ms`
    : `${number(time.medianMs)} ms (p95 ${number(time.p95Ms)})`;
}
