import {
  type Choices,
  candidateGroups,
  heldOutFromMs,
  knownChoices,
  withoutMemoryBounds,
} from '../../planner/index.ts';
import { problem } from '../../problem/index.ts';
import type { Simulation } from '../../simulator/index.ts';
import { type UnderCurrent, underCurrent, type WrittenConfiguration, withCurrent } from '../current.ts';
import { refuseScheduled } from '../one-compute.ts';
import type { Subject } from '../subject.ts';
import { type WithoutBackground, withoutBackground } from './without.ts';

/** The input of a plan, read and checked. */
export interface Prepared extends UnderCurrent {
  /** The part of the time that the plan sees. */
  readonly simulation: Simulation;
  /** The choices that the lower bounds of the trace leave. */
  readonly choices: Choices;
  /** The choices without lower bounds of memory, for a plan that leaves memory out. */
  readonly lightChoices: Choices;
  readonly quiet: WithoutBackground | null;
}

/** @param holdout the last share of the time, which the plan does not see; null if it sees all */
export async function prepared(
  subject: Subject,
  written: WrittenConfiguration | null,
  choices: Choices,
  holdout: number | null = null,
): Promise<Prepared> {
  const read = underCurrent(subject, written, 'a plan');
  const { scenario, current, assumed } = read;
  refuseScheduled(scenario, subject.name);
  const simulation = seenPart(scenario.simulation, holdout);
  const all = withCurrent(choices, current);
  const own = knownChoices(all, simulation, scenario, current);
  refuseNone(candidateGroups(simulation, own).length);
  const quiet = await withoutBackground(subject, assumed);
  return {
    ...read,
    simulation,
    choices: own,
    lightChoices: knownChoices(all, simulation, withoutMemoryBounds(scenario), current),
    quiet: quiet && { ...quiet, simulation: seenPart(quiet.simulation, holdout) },
  };
}

export function seenPart(simulation: Simulation, holdout: number | null): Simulation {
  return holdout === null ? simulation : { ...simulation, horizonMs: heldOutFromMs(simulation, holdout) };
}

export function refuseNone(groups: number): void {
  if (groups > 0) return;
  throw problem(
    { options: ['lowest', 'highest', 'only', 'timeouts'] },
    'the flags leave no configuration to choose from',
    'allow more of them',
  );
}
