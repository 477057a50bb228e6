import { type ComparedCompute, comparePolicies, PAUSE_MS, together } from '../planner/index.ts';
import { type PoliciesAnswer, policiesPage } from '../report/index.ts';
import type { Scenario } from '../scenario/index.ts';
import type { Run } from '../simulator/index.ts';
import { answerDocument } from './answer-document.ts';
import { type Asking, isAborted } from './asking.ts';

/** The run pauses between this many parts. */
const PARTS = 100;

/**
 * Compares what each policy of sleeping costs, and how often a client waits for a start.
 *
 * @param asked timeouts to compare; null for the usual ones
 */
export async function policies(scenario: Scenario, asked: readonly number[] | null, asking: Asking) {
  const { simulation } = scenario;
  const usualMs = simulation.facts.suspendDefaultMs.value;
  const owns = simulation.computes.map(({ suspendAfterMs }) => suspendAfterMs ?? usualMs);
  const timeoutsMs = asked ?? [PAUSE_MS, usualMs, ...owns];
  const compared: ComparedCompute[] = [];
  const advance = async (run: Run) => {
    for (let part = 1; part <= PARTS; part++) {
      if (await isAborted(asking)) throw asking.signal.reason;
      run.advance(Math.floor((simulation.horizonMs * part) / PARTS));
    }
  };
  for (const compute of simulation.computes) {
    compared.push(await comparePolicies(simulation, compute, timeoutsMs, advance));
    asking.progress('comparing', compared.length, simulation.computes.length);
  }
  const answer: PoliciesAnswer = {
    why: scenario.isTrace ? null : scenario.why,
    simulation,
    policies: together(compared),
    computes: compared,
    notes: scenario.notes,
  };
  return { ...answerDocument('tidemark/policies', 2, answer), page: policiesPage(answer) };
}
