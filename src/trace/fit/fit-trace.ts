import { DAY_MS } from '../../facts/index.ts';
import { problem } from '../../problem/index.ts';
import { createZone, type FittedProfile, type LoadDemand } from '../../workload/index.ts';
import { demandOf } from '../demand/demand-of.ts';
import type { DemandSettings } from '../demand/load-of.ts';
import { checkSteps } from '../operators/in-memory.ts';
import type { Trace } from '../trace.ts';
import { type Closeness, closeness } from './closeness.ts';
import { coversTwoWeeks, fitProfile } from './fit-profile.ts';
import { seriesOf } from './series.ts';
import { withTunedCorrelation } from './tuned.ts';

/** A load that resembles a trace, and how closely. */
export interface FittedLoad {
  readonly timezone: string;
  readonly load: Omit<LoadDemand, 'vcpu' | 'memoryBytes'> & {
    readonly vcpu: FittedProfile;
    /** The mean over steps of work. */
    readonly memoryBytes: number;
  };
  readonly workingSetBytes: number | null;
  /** Whether days of the week are distinguished. */
  readonly isWeekly: boolean;
  readonly closeness: readonly Closeness[];
  /** The assumptions made, one sentence each. */
  readonly notes: readonly string[];
}

export function fitTrace(
  trace: Trace,
  settings: Omit<DemandSettings, 'name' | 'startMs'>,
  seed: number,
): FittedLoad {
  const startMs = trace.times[0] ?? 0;
  const { demand, notes, workingSetBytes } = demandOf(trace, { ...settings, name: 'fitted', startMs });
  const load = demand.find(({ kind }) => kind === 'load') as LoadDemand;
  if (load.vcpu.kind === 'samples') checkSteps(load.vcpu.values.length, trace.head.name);
  const series = seriesOf(load.vcpu, startMs);
  if (!series.values.some((value) => value > 0)) {
    throw problem({ file: trace.head.name }, 'it has no demand', 'fit a trace with some demand');
  }
  const { timezone } = trace.head;
  const zone = createZone(timezone);
  const isWeekly = coversTwoWeeks(series);
  const profile = withTunedCorrelation(series, fitProfile(series, zone), zone, seed);
  return {
    timezone,
    load: { ...load, vcpu: profile, memoryBytes: meanOfWork(load, startMs) },
    workingSetBytes,
    isWeekly,
    closeness: closeness(series, profile, { zone, seed, isWeekly }),
    notes: [...notes, ...spanNotes(series.values.length * series.stepMs)],
  };
}

function meanOfWork({ memoryBytes }: LoadDemand, startMs: number): number {
  if (memoryBytes.kind === 'constant') return memoryBytes.value;
  const known = seriesOf(memoryBytes, startMs).values.filter((bytes) => bytes > 0);
  return known.length === 0 ? 0 : Math.round(known.reduce((sum, bytes) => sum + bytes, 0) / known.length);
}

function spanNotes(spanMs: number): string[] {
  if (spanMs < DAY_MS) {
    return [
      'The trace covers less than a day: hours without data take the values of other hours, on all days alike.',
    ];
  }
  return spanMs < 14 * DAY_MS
    ? ['The weekly pattern is unknown, because it takes two weeks. All days of the week are alike.']
    : [];
}
