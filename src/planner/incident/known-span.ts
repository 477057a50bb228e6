import type { ComputePlan, Simulation } from '../../simulator/index.ts';
import { type Profile, runEnd, type SamplesProfile, sampleAt } from '../../workload/index.ts';
import type { Window } from './witness.ts';

/** What is known of a measured demand around a window of which nothing is. */
interface Unknown {
  /** When what is known before it ends, and when what is known after it begins; null: nothing is. */
  readonly beforeMs: number | null;
  readonly afterMs: number | null;
}

/** null: something is known within the window, or the demand was not measured. */
export function unknownWithin(compute: ComputePlan, { fromMs, untilMs }: Window): Unknown | null {
  const measured = measuredDemand(compute);
  let beforeMs: number | null = null;
  let afterMs: number | null = null;
  for (const samples of measured) {
    if (samples === null) return null;
    const { atMs, stepMs, values } = samples;
    for (let i = 0, end = 0; i < values.length; i = end) {
      end = runEnd(values, i);
      if (Number.isNaN(sampleAt(values, i) ?? Number.NaN)) continue;
      const from = atMs + i * stepMs;
      const until = end === i + 1 ? from + stepMs : atMs + end * stepMs;
      if (from < untilMs && until > fromMs) return null;
      if (until <= fromMs) beforeMs = Math.max(beforeMs ?? until, until);
      else if (from >= untilMs) afterMs = Math.min(afterMs ?? from, from);
    }
  }
  return measured.length === 0 ? null : { beforeMs, afterMs };
}

/** A trace whose samples have no CPU at all: a run of it would look idle. */
export function isUnmeasured({ computes }: Simulation): boolean {
  const demands = computes.flatMap(measuredDemand);
  return demands.length > 0 && demands.every((samples) => samples !== null && isUnknown(samples));
}

function isUnknown({ values }: SamplesProfile): boolean {
  for (let i = 0; i < values.length; i = runEnd(values, i))
    if (!Number.isNaN(sampleAt(values, i) ?? Number.NaN)) return false;
  return true;
}

/** The samples of each demand; null of what was not measured. */
export function measuredDemand({ demand }: ComputePlan): (SamplesProfile | null)[] {
  return demand.map((one) => (one.kind === 'load' ? samplesOf(one.vcpu) : null));
}

/** Profiles of what was measured, with noise or holidays cut out of it; null: some of it was thought up. */
function samplesOf(profile: Profile): SamplesProfile | null {
  if (profile.kind === 'samples') return profile;
  return profile.kind === 'replaced' ? samplesOf(profile.of) : null;
}
