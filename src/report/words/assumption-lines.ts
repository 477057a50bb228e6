import { type Distribution, startTimeName } from '../../compute/index.ts';
import type { Simulation } from '../../simulator/index.ts';
import { durationWords, gibibytes, numberWords, percent } from './format.ts';

/** The models of a run, and what they assume. */
export function assumptionLines({ assumptions, computes }: Simulation): string[] {
  const demand = computes.flatMap((compute) => compute.demand);
  const has = (kind: string) => demand.some((one) => one.kind === kind);
  const kinds = [
    ...(has('jobs') ? ['open demand, job by job'] : []),
    ...(has('clients') ? ['closed groups of clients'] : []),
    ...(has('load') ? ['load'] : []),
    ...(has('replication') ? ['logical replication'] : []),
  ];
  const { life, autoscaler } = assumptions;
  const flows = demand.filter((one) => one.kind === 'load');
  const flowWords = flows.map(
    ({ name, cpuMsPerQuery, concurrency }) =>
      `${name}: ${numberWords(cpuMsPerQuery)} ms of CPU a query${assumptions.randomArrivals ? '' : ', which come evenly'}, ${concurrency === null ? 'no limit on' : `${numberWords(concurrency)}`} active queries`,
  );
  return [
    `Models: ${kinds.join(', ')}${flowWords.length === 0 ? '' : ` (${flowWords.join('; ')})`}; CPU shared equally among all that can run.`,
    `Assumed: a start takes ${distributionWords(life.startTime, startTimeName(life.startTime))}, a suspend ${distributionWords(life.suspendTime)}, a step down ${durationWords(autoscaler.downscaleStepMs)}; ` +
      `${admissionWords(life)}${assumptions.burst ? 'shared sizes burst without limit' : 'shared sizes do not burst'}; ` +
      `fractions of a processor by a quota for each ${durationWords(assumptions.quotaPeriodMs)}; ` +
      `queries need up to ${numberWords(assumptions.contention * 100)}% more CPU if many run${connectionWords(assumptions)}${ownWorkWords(assumptions)}; ` +
      `LFC scaling ${autoscaler.lfcMetrics ? 'on' : 'off'}; ${zones(autoscaler)}${gibibytes(assumptions.baseMemoryBytes)} base memory; ` +
      `a missed page ${numberWords(assumptions.missMs)} ms, skew ${numberWords(assumptions.skew)}. Each can be set under assumptions.`,
  ];
}

/** The refusals of the proxy at a wake, in words. Empty if the proxy admits everybody. */
function admissionWords({ wakeAdmission }: Simulation['assumptions']['life']): string {
  if (wakeAdmission === null) return '';
  const { refusedShare, forMs } = wakeAdmission;
  return `the proxy refuses ${percent(refusedShare)} of further clients from a wake to ${durationWords(forMs)} after the start; `;
}

function connectionWords({ connectionCpuMs }: Simulation['assumptions']): string {
  return connectionCpuMs === 0 ? '' : `, a new connection ${numberWords(connectionCpuMs)} ms`;
}

function ownWorkWords({ ownWorkShare }: Simulation['assumptions']): string {
  return ownWorkShare === 0
    ? ''
    : `, checkpoints, vacuum and the like ${percent(ownWorkShare)} of that of queries`;
}

function zones({
  cpuStableZoneRatio: stable,
  cpuMixedZoneRatio: mixed,
}: Simulation['assumptions']['autoscaler']): string {
  return stable + mixed === 0
    ? ''
    : `a stable CPU zone of ${numberWords(stable)}, a mixed one of ${numberWords(mixed)}; `;
}

function distributionWords(time: Distribution, name: string | null = null): string {
  return time.kind === 'constant'
    ? `${numberWords(time.ms)} ms`
    : `${numberWords(time.medianMs)} ms (p95 ${numberWords(time.p95Ms)}${name === null ? '' : `, as ${name}`})`;
}
