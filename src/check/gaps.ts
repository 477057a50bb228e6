import type { Simulation } from '../engine/index.ts';
import type { Profile } from '../workload/index.ts';
import type { ActualSpan } from './actual.ts';

/** Whether a time has samples that are not known: a run takes them for no demand. */
export function unknownDemand(simulation: Simulation): ((span: ActualSpan) => boolean) | null {
  const { startMs, computes } = simulation;
  const gaps = computes.flatMap(({ demand }) =>
    demand.flatMap((one) => (one.kind === 'load' ? gapsOf(one.vcpu, startMs) : [])),
  );
  if (gaps.length === 0) return null;
  return ({ fromMs, untilMs }) => gaps.some((gap) => gap.fromMs < untilMs && fromMs < gap.untilMs);
}

interface Stretch {
  readonly fromMs: number;
  readonly untilMs: number;
}

function gapsOf(profile: Profile, startMs: number): Stretch[] {
  if (profile.kind !== 'samples') return [];
  const { atMs, stepMs, values } = profile;
  const gaps: Stretch[] = [];
  for (let i = 0; i < values.length; i++) {
    if (!Number.isNaN(values.at(i))) continue;
    const from = i;
    while (i + 1 < values.length && Number.isNaN(values.at(i + 1))) i++;
    gaps.push({ fromMs: startMs + atMs + from * stepMs, untilMs: startMs + atMs + (i + 1) * stepMs });
  }
  return gaps;
}
