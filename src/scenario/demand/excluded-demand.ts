import { DAY_MS } from '../../facts/index.ts';
import { type Problem, ProblemError } from '../../problem/index.ts';
import type {
  Demand,
  LoadDemand,
  Profile,
  ReplacedProfile,
  SamplesProfile,
  Zone,
} from '../../workload/index.ts';
import type { Exclusion } from '../notation/exclusion.ts';

/** A part of a demand that was excluded, and the part that replaces it. */
export interface ExcludedPart {
  readonly demand: string;
  readonly fromMs: number;
  readonly untilMs: number;
  /** The start of the same hours of another week. Null if nothing replaces the part, because no other week is known. */
  readonly asFromMs: number | null;
}

/** An exclusion with the place that names it. */
export interface PlacedExclusion {
  readonly exclusion: Exclusion;
  readonly place: Problem['place'];
}

/** Returns a problem for each exclusion that covers no samples of any trace. */
export function exclusionProblems(
  exclude: readonly PlacedExclusion[],
  excluded: readonly ExcludedPart[],
  zone: Zone,
): Problem[] {
  return exclude
    .filter(({ exclusion: { fromLocalMs, toLocalMs } }) => {
      const [fromMs, toMs] = [zone.utcMs(fromLocalMs), zone.utcMs(toLocalMs)];
      return !excluded.some((part) => part.fromMs < toMs && fromMs < part.untilMs);
    })
    .map(({ exclusion, place }) => ({
      place,
      found: `no trace has samples in ${exclusion.text}`,
      remedy: 'name days of a trace, or leave it out',
    }));
}

/** Throws if an exclusion of a flag covers no samples. */
export function checkExclusions(
  exclude: readonly Exclusion[],
  excluded: readonly ExcludedPart[],
  zone: Zone,
): void {
  const problems = exclusionProblems(
    exclude.map((exclusion) => ({ exclusion, place: { field: '‹exclude›' } })),
    excluded,
    zone,
  );
  if (problems.length > 0) throw new ProblemError(problems);
}

/** Replaces the excluded parts in the demand of a trace, for a run that begins at `startMs`. */
export function excludedDemand(
  demand: Demand,
  exclusions: readonly Exclusion[],
  startMs: number,
  zone: Zone,
): { readonly demand: Demand; readonly excluded: readonly ExcludedPart[] } {
  if (demand.kind !== 'load' || demand.vcpu.kind !== 'samples') return { demand, excluded: [] };
  const parts = partsOf(demand.vcpu, exclusions, startMs, zone);
  if (parts.length === 0) return { demand, excluded: [] };
  const replaced = (of: Profile): Profile => (of.kind === 'samples' ? { kind: 'replaced', of, parts } : of);
  const load: LoadDemand = {
    ...demand,
    vcpu: replaced(demand.vcpu),
    memoryBytes: replaced(demand.memoryBytes),
  };
  return {
    demand: load,
    excluded: parts.map(({ fromMs, toMs, shiftMs }) => ({
      demand: demand.name,
      fromMs: startMs + fromMs,
      untilMs: startMs + toMs,
      asFromMs: shiftMs === null ? null : startMs + fromMs + shiftMs,
    })),
  };
}

interface Stretch {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Replaces each local day of an exclusion by that of the nearest week that has it and does not exclude it. */
function partsOf(
  { atMs, stepMs, values }: SamplesProfile,
  exclusions: readonly Exclusion[],
  startMs: number,
  zone: Zone,
): ReplacedProfile['parts'] {
  const known = { fromMs: startMs + atMs, toMs: startMs + atMs + values.length * stepMs };
  const cuts = merged(
    exclusions.map(({ fromLocalMs, toLocalMs }) => ({
      fromMs: Math.max(known.fromMs, zone.utcMs(fromLocalMs)),
      toMs: Math.min(known.toMs, zone.utcMs(toLocalMs)),
    })),
  );
  const parts: { fromMs: number; toMs: number; shiftMs: number | null }[] = [];
  for (const cut of cuts) {
    for (let fromMs = cut.fromMs; fromMs < cut.toMs; ) {
      const toMs = Math.min(cut.toMs, zone.offsetUntilMs(fromMs), nextMidnightMs(fromMs, zone));
      const shiftMs = shiftOf({ fromMs, toMs }, known, cuts, zone);
      const last = parts.at(-1);
      if (last !== undefined && last.toMs === fromMs - startMs && last.shiftMs === shiftMs)
        last.toMs = toMs - startMs;
      else parts.push({ fromMs: fromMs - startMs, toMs: toMs - startMs, shiftMs });
      fromMs = toMs;
    }
  }
  return parts;
}

/** Sorts stretches, merges those that touch, and drops empty ones. */
function merged(stretches: readonly Stretch[]): Stretch[] {
  const found: { fromMs: number; toMs: number }[] = [];
  for (const { fromMs, toMs } of stretches.toSorted((a, b) => a.fromMs - b.fromMs)) {
    if (toMs <= fromMs) continue;
    const last = found.at(-1);
    if (last !== undefined && fromMs <= last.toMs) last.toMs = Math.max(last.toMs, toMs);
    else found.push({ fromMs, toMs });
  }
  return found;
}

/** Tries the week before first, then the week after, then two weeks before, and so on. */
function shiftOf(
  { fromMs, toMs }: Stretch,
  known: Stretch,
  cuts: readonly Stretch[],
  zone: Zone,
): number | null {
  const localMs = zone.localMs(fromMs);
  const most = Math.ceil((known.toMs - known.fromMs) / WEEK_MS);
  for (let weeks = 1; weeks <= most; weeks++) {
    for (const way of [-1, 1]) {
      const shiftMs = zone.utcMs(localMs + way * weeks * WEEK_MS) - fromMs;
      const candidate = { fromMs: fromMs + shiftMs, toMs: toMs + shiftMs };
      if (candidate.fromMs < known.fromMs || candidate.toMs > known.toMs) continue;
      if (!cuts.some((cut) => candidate.fromMs < cut.toMs && cut.fromMs < candidate.toMs)) return shiftMs;
    }
  }
  return null;
}

const WEEK_MS = 7 * DAY_MS;

function nextMidnightMs(utcMs: number, zone: Zone): number {
  const nextMs = zone.utcMs((Math.floor(zone.localMs(utcMs) / DAY_MS) + 1) * DAY_MS);
  // If clocks change at midnight, the next midnight may be the same instant.
  return nextMs > utcMs ? nextMs : utcMs + DAY_MS;
}
