import type { ComputePlan, Simulation } from '../../simulator/index.ts';
import { type Profile, runEnd, type SamplesProfile, sampleAt } from '../../workload/index.ts';
import type { Window } from './witness.ts';

/** Where the known demand around a window ends and begins, if nothing is known within the window. */
interface Unknown {
  /**
   * When the known demand before the window ends, and when the known demand after it begins; null if there is
   * none.
   */
  readonly beforeMs: number | null;
  readonly afterMs: number | null;
}

/** Null if something is known within the window, or if the demand was not measured. */
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

/** Whether no sample of a trace has CPU. A run of it would look idle. */
export function isUnmeasured({ computes }: Simulation): boolean {
  const demands = computes.flatMap(measuredDemand);
  return demands.length > 0 && demands.every((samples) => samples !== null && isUnknown(samples));
}

function isUnknown({ values }: SamplesProfile): boolean {
  for (let i = 0; i < values.length; i = runEnd(values, i))
    if (!Number.isNaN(sampleAt(values, i) ?? Number.NaN)) return false;
  return true;
}

/** The samples of each demand; null for demand that was not measured. */
export function measuredDemand({ demand }: ComputePlan): (SamplesProfile | null)[] {
  return demand.map((one) => (one.kind === 'load' ? samplesOf(one.vcpu) : null));
}

/** The samples of a measured profile, parts of which may be replaced; null if some of it was not measured. */
function samplesOf(profile: Profile): SamplesProfile | null {
  if (profile.kind === 'samples') return profile;
  return profile.kind === 'replaced' ? samplesOf(profile.of) : null;
}
