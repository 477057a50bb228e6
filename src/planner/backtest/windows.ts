import { InvariantError } from '../../problem/index.ts';
import type { Simulation } from '../../simulator/index.ts';
import type { Demand, Profile } from '../../workload/index.ts';
import { dayBorders } from '../confidence/days.ts';

/**
 * How many days are planned on, how many days then are judged, and after how many days the next window
 * begins.
 */
export interface WindowDays {
  readonly planned: number;
  readonly judged: number;
  readonly step: number;
}

/** A part of the past to plan on, and the part after it to judge by, in times of the run. */
export interface PastWindow {
  readonly fromMs: number;
  readonly judgedFromMs: number;
  readonly untilMs: number;
}

/** All windows that fit, from the first whole day on. Days of 23 and 25 hours are days too. */
export function windowsOf(simulation: Simulation, { planned, judged, step }: WindowDays): PastWindow[] {
  const borders = dayBorders(simulation);
  const windows: PastWindow[] = [];
  for (let day = 0; day + planned + judged < borders.length; day += step) {
    const [fromMs, judgedFromMs, untilMs] = [day, day + planned, day + planned + judged].map(
      (at) => borders[at],
    ) as [number, number, number];
    windows.push({ fromMs, judgedFromMs, untilMs });
  }
  return windows;
}

/** The measured demand of a part of a run, as if the run had begun and ended there. */
export function partOf(simulation: Simulation, fromMs: number, untilMs: number): Simulation {
  const { startMs, releases, computes } = simulation;
  return {
    ...simulation,
    startMs: startMs + fromMs,
    horizonMs: untilMs - fromMs,
    releases: releases === null ? null : { ...releases, firstMs: nextRelease(releases, fromMs) },
    computes: computes.map((one) => ({
      ...one,
      changes: [],
      demand: one.demand.map((demand) => later(demand, fromMs)),
    })),
  };
}

/**
 * Whether parts can be taken of a demand. Random or repeated demand would differ in a run that begins later.
 */
export function isMeasured(demand: Demand): boolean {
  return demand.kind === 'load' && [demand.vcpu, demand.memoryBytes].every(({ kind }) => KINDS.has(kind));
}

const KINDS = new Set<Profile['kind']>(['samples', 'constant']);

function later(demand: Demand, byMs: number): Demand {
  if (demand.kind !== 'load' || !isMeasured(demand))
    throw new InvariantError('parts can only be taken of measured demand');
  // A run never reads samples before its start.
  const shifted = (profile: Profile): Profile =>
    profile.kind === 'samples' ? { ...profile, atMs: profile.atMs - byMs } : profile;
  return { ...demand, vcpu: shifted(demand.vcpu), memoryBytes: shifted(demand.memoryBytes) };
}

function nextRelease({ everyMs, firstMs }: NonNullable<Simulation['releases']>, fromMs: number): number {
  const sinceMs = fromMs - firstMs;
  return sinceMs <= 0 ? firstMs - fromMs : (everyMs - (sinceMs % everyMs)) % everyMs;
}
