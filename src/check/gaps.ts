import type { Simulation } from '../simulator/index.ts';
import { type Profile, runEnd, sampleAt } from '../workload/index.ts';
import type { ActualSpan } from './actual.ts';

/** Returns whether a span overlaps unknown samples, which a run takes for no demand. Null if all samples are known. */
export function unknownDemand(simulation: Simulation): ((span: ActualSpan) => boolean) | null {
  const { startMs, computes } = simulation;
  const gaps = computes.flatMap(({ demand }) =>
    demand.flatMap((one) => (one.kind === 'load' ? gapsOf(one.vcpu, startMs) : [])),
  );
  if (gaps.length === 0) return null;
  return ({ fromMs, untilMs }) => gaps.some((gap) => gap.fromMs < untilMs && fromMs < gap.untilMs);
}

interface Gap {
  readonly fromMs: number;
  readonly untilMs: number;
}

function gapsOf(profile: Profile, startMs: number): Gap[] {
  if (profile.kind !== 'samples') return [];
  const { atMs, stepMs, values } = profile;
  const gaps: Gap[] = [];
  const isUnknown = (index: number) => index < values.length && Number.isNaN(sampleAt(values, index));
  for (let from = 0, end = 0; from < values.length; from = end) {
    end = runEnd(values, from);
    if (!isUnknown(from)) continue;
    while (isUnknown(end)) end = runEnd(values, end);
    gaps.push({ fromMs: startMs + atMs + from * stepMs, untilMs: startMs + atMs + end * stepMs });
  }
  return gaps;
}
