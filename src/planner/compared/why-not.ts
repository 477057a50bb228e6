import { type OpenRule, sizeProblems, suspendProblems } from '../../facts/index.ts';
import { type Configuration, keyOfConfiguration } from '../configurations/configuration.ts';
import type { Judged } from '../objectives/judged.ts';
import type { Plan } from '../plan/plan.ts';
import type { PlanQuestion } from '../plan/plan-question.ts';
import { rulesAgainst } from '../plan/ruled-out.ts';
import { type Held, Robustness } from '../robust/robustness.ts';
import { AS_ASKED, type WorkUnder } from '../search/conditions.ts';
import type { Rank } from '../search/ranking.ts';
import { withWhen } from '../timing/when-broken.ts';
import { tieBreakOf } from './compared.ts';
import { type CandidateExclusion, exclusionOf } from './exclusion.ts';
import { type ComparedReason, comparedReasonOf } from './reason.ts';

/** Why one configuration is not the recommendation. */
export interface WhyNot {
  readonly configuration: Configuration;
  readonly reason: ComparedReason;
  /** Null if the facts refuse the configuration, so that it was not run. */
  readonly judged: Judged | null;
  /** By how much it costs more than the recommendation; null if there is none, or if it was not run. */
  readonly morePerMonth: number | null;
  /** Null if the facts of the question accept it. */
  readonly refused: {
    readonly facts: string;
    readonly reasons: readonly string[];
    readonly remedies: readonly string[];
  } | null;
  /** The rules of the newest documentation that refuse it, if the facts of the question accept it. */
  readonly rules: readonly OpenRule[];
  /** Why it was no candidate; null if it was one, or if facts or rules refuse it. */
  readonly excludedBy: CandidateExclusion | null;
  /** The rank that decided between it and a recommendation of the same cost. */
  readonly decidedBy: Rank | null;
}

/**
 * Runs the configuration, unless the search has, also under each stress. Null if the search was stopped.
 *
 * @param held the results of the plan
 */
export async function whyNotOf(
  configuration: Configuration,
  question: PlanQuestion,
  found: Plan,
  held: Held,
  workUnder: WorkUnder,
): Promise<WhyNot | null> {
  if (!found.isWhole) return null;
  const { simulation, choices, worthwhile } = question;
  const refused = refusalOf(question, configuration);
  if (refused !== null)
    return {
      configuration,
      reason: 'refused-by-facts',
      judged: null,
      morePerMonth: null,
      refused,
      rules: [],
      excludedBy: null,
      decidedBy: null,
    };
  const judged = await judgedOf(configuration, question, held, workUnder);
  if (judged === null) return null;
  const rules = rulesAgainst(simulation, configuration);
  const reason = comparedReasonOf(judged, found, worthwhile);
  const { recommendation } = found;
  return {
    configuration,
    reason: reason === 'not-a-candidate' && rules.length > 0 ? 'refused-by-facts' : reason,
    judged,
    morePerMonth:
      recommendation === null
        ? null
        : // Rounds away the floating-point error of the subtraction.
          Number((judged.outcome.costPerMonth - recommendation.outcome.costPerMonth).toFixed(6)),
    refused,
    rules,
    excludedBy: rules.length > 0 ? null : exclusionOf(simulation, choices, configuration),
    decidedBy: reason === 'costs-the-same' ? tieBreakOf(judged, found) : null,
  };
}

function refusalOf(
  { simulation: { facts, plan } }: PlanQuestion,
  { size, suspendAfterMs }: Configuration,
): WhyNot['refused'] {
  const problems = [
    ...sizeProblems(facts, plan, size, { min: '', max: '' }),
    ...suspendProblems(facts, plan, suspendAfterMs, size.maxCu, ''),
  ];
  if (problems.length === 0) return null;
  return {
    facts: facts.name,
    reasons: [...new Set(problems.map(({ found }) => found))],
    remedies: [...new Set(problems.map(({ remedy }) => remedy))],
  };
}

async function judgedOf(
  configuration: Configuration,
  question: PlanQuestion,
  held: Held,
  workUnder: WorkUnder,
): Promise<Judged | null> {
  const key = keyOfConfiguration(configuration);
  const known = held.evaluated.find((one) => keyOfConfiguration(one.configuration) === key);
  const [results] = known === undefined ? await workUnder(AS_ASKED)([[configuration]]) : [[known]];
  // With results of its own, so that the rest of the plan is the same without this question.
  const robust = new Robustness(question, workUnder);
  const [judged] = results?.[0] === undefined ? [] : ((await robust.judged([results[0]])) ?? []);
  if (judged === undefined) return null;
  const { broken } = judged;
  return { ...judged, broken: withWhen(robust.simulationOf(broken), configuration, broken) };
}
