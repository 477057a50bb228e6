import type { Run, Simulation } from '../../simulator/index.ts';
import { configurationOf } from '../configurations/configuration.ts';
import type { Broken, Objectives } from '../objectives/objectives.ts';
import type { Outcome } from '../objectives/outcome.ts';
import { Robustness } from '../robust/robustness.ts';
import { workHere } from '../search/trial.ts';

/** Advances a run, in any number of parts, so that the caller can do other work in between. */
export type AdvanceTo = (run: Run, untilMs: number) => Promise<void>;

/**
 * The objectives that a run breaks as a plan judges it: with today's demand, with the headroom that is asked
 * for, and at both ends of each assumption that nobody has measured.
 *
 * @param run of the simulation, at its end
 */
export async function brokenAsPlanned(
  simulation: Simulation,
  outcome: Outcome,
  objectives: Objectives,
  run: Run,
  advance: AdvanceTo,
): Promise<readonly Broken[]> {
  const one = { configuration: configurationOf(simulation), outcome, isRun: true };
  // The caller may do other work between two runs, and may stop by throwing an error.
  const look = async () => {
    await advance(run, run.nowMs);
    return false;
  };
  const [judgement] =
    (await new Robustness({ simulation, objectives }, workHere(simulation, look)).judged([one])) ?? [];
  return judgement?.broken ?? [];
}
