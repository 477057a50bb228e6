import { Run, type Simulation } from '../engine/index.ts';
import type { Group } from './candidates.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import { type Setting, withSetting } from './setting.ts';
import { sharedOutcome } from './shared-outcome.ts';

export interface Evaluated {
  readonly setting: Setting;
  readonly outcome: Outcome;
  /** False where the run of another setting told it. */
  readonly isRun: boolean;
}

/** All of a group, by as few runs as tell of all: the largest maximum first. */
export function evaluateGroup(simulation: Simulation, group: Group): Evaluated[] {
  let last: Evaluated | null = null;
  const all: Evaluated[] = [];
  for (const setting of group) {
    const shared: Outcome | null =
      last === null ? null : sharedOutcome(simulation, last.setting, setting, last.outcome);
    const evaluated: Evaluated =
      shared === null
        ? { setting, outcome: evaluate(simulation, setting), isRun: true }
        : { setting, outcome: shared, isRun: false };
    if (evaluated.isRun) last = evaluated;
    all.push(evaluated);
  }
  return all;
}

export function evaluate(simulation: Simulation, setting: Setting): Outcome {
  const run = new Run(withSetting(simulation, setting));
  run.advance(simulation.horizonMs);
  return outcomeOf(run);
}
