import { measuredRun, type Simulation } from '../engine/index.ts';
import { computeOf } from './amounts.ts';
import type { Group } from './candidates.ts';
import { costFloor } from './cost-floor.ts';
import { leastOutcome } from './least-outcome.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import { keeps, type Promises } from './promises.ts';
import { type Setting, withSetting } from './setting.ts';
import { sharedOutcome } from './shared-outcome.ts';

export interface Evaluated {
  readonly setting: Setting;
  readonly outcome: Outcome;
  /** False where the run of another setting told it. */
  readonly isRun: boolean;
}

/** What is asked for of settings: what is beyond it need not be run to its end. */
export interface Within {
  /** null: whatever it breaks. */
  readonly promises: Promises | null;
  readonly mostCost: number;
}

/**
 * All of a group that is within what is asked for, by as few runs as tell of all: the largest maximum first. A run that
 * was cut off tells of smaller maxima what had come of it by then.
 */
export function evaluateGroup(
  simulation: Simulation,
  group: Group,
  within: Within | null = null,
): Evaluated[] {
  return inOneGo(groupRuns(simulation, group, within));
}

/** What comes of runs that nobody wants to leave in between. */
export function inOneGo<Result>(runs: Generator<undefined, Result>): Result {
  for (;;) {
    const { done, value } = runs.next();
    if (done === true) return value;
  }
}

/** The same, a run at a time, for somebody who has an ear for others in between. */
export function* groupRuns(
  simulation: Simulation,
  group: Group,
  within: Within | null,
): Generator<undefined, Evaluated[]> {
  let last: { readonly setting: Setting; readonly ending: Ending } | null = null;
  const all: Evaluated[] = [];
  for (const setting of group) {
    const told: Ending | null = last === null ? null : retold(simulation, last, setting, within);
    const ending: Ending = told ?? evaluateWithin(simulation, setting, within);
    if (told === null) {
      last = { setting, ending };
      yield;
    }
    const { outcome, cut } = ending;
    if (cut === null && isWithin(outcome, within)) all.push({ setting, outcome, isRun: told === null });
  }
  return all;
}

export function evaluate(simulation: Simulation, setting: Setting): Outcome {
  return evaluateWithin(simulation, setting, null).outcome;
}

interface Ending {
  /** Of a run that was cut off, the least that it would have come to. */
  readonly outcome: Outcome;
  /** Where a run was cut off that could not be within any more; null: it went to its end. */
  readonly cut: { readonly atMs: number; readonly quarterCuMs: number } | null;
}

/** How the run of a setting ends as that of another tells it; null where it does not. */
function retold(
  simulation: Simulation,
  { setting: larger, ending: { outcome, cut } }: { readonly setting: Setting; readonly ending: Ending },
  setting: Setting,
  within: Within | null,
): Ending | null {
  const shared = sharedOutcome(simulation, larger, setting, outcome);
  if (shared === null || cut === null) return shared && { outcome: shared, cut };
  // A larger maximum may cost more from there on.
  const costPerMonth = costFloor(simulation)(setting, cut.quarterCuMs, cut.atMs);
  const least = { ...shared, costPerMonth };
  return isWithin(least, within) ? null : { outcome: least, cut };
}

function evaluateWithin(simulation: Simulation, setting: Setting, within: Within | null): Ending {
  const { horizonMs } = simulation;
  const run = measuredRun(withSetting(simulation, setting));
  for (let look = 1; within !== null && look < LOOKS; look++) {
    run.advance(Math.floor((horizonMs * look) / LOOKS));
    const cut = { atMs: run.nowMs, quarterCuMs: computeOf(run).meter.quarterCuMsAt(run.nowMs) };
    const costPerMonth = costFloor(simulation)(setting, cut.quarterCuMs, cut.atMs);
    if (within.promises === null && costPerMonth <= within.mostCost) continue;
    const outcome = { ...leastOutcome(run), costPerMonth };
    if (!isWithin(outcome, within)) return { outcome, cut };
  }
  run.advance(horizonMs);
  return { outcome: outcomeOf(run), cut: null };
}

/** How often a run is looked at. */
const LOOKS = 64;

function isWithin(outcome: Outcome, within: Within | null): boolean {
  if (within === null) return true;
  const { promises, mostCost } = within;
  return outcome.costPerMonth <= mostCost && (promises === null || keeps(outcome, promises));
}
