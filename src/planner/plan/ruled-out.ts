import { isFixed, type OpenRule, openRules, recommendableFacts } from '../../facts/index.ts';
import type { Simulation } from '../../simulator/index.ts';
import { costFloor } from '../bounds/cost-floor.ts';
import { isAccepted } from '../configurations/accepted.ts';
import { type CandidateGroup, candidateGroups, ruledOutGroups } from '../configurations/candidates.ts';
import { type Configuration, keyOfConfiguration } from '../configurations/configuration.ts';
import type { Judged } from '../objectives/judged.ts';
import { Robustness } from '../robust/robustness.ts';
import { AS_ASKED, type WorkUnder } from '../search/conditions.ts';
import type { Evaluated } from '../search/evaluate.ts';
import { bestFirst } from '../search/ranking.ts';
import type { PlanQuestion } from './plan-question.ts';

/**
 * A configuration that would be cheaper than the recommendation, and the rules of the newest documentation that refuse
 * it.
 */
export interface RuledOut extends Judged {
  readonly rules: readonly OpenRule[];
}

/**
 * The cheapest configuration that meets all objectives, costs less than the recommendation, and is refused
 * only by rules that the fact set leaves open. Null if there is none, or if the search was stopped.
 */
export async function cheaperRuledOut(
  question: Pick<PlanQuestion, 'simulation' | 'objectives' | 'choices'>,
  { recommendation, evaluated, leftOut = NONE }: SearchResults,
  workUnder: WorkUnder,
): Promise<RuledOut | null> {
  const { simulation, objectives } = question;
  const floorOf = costFloor(simulation);
  const groups = likelyGroups(question, evaluated, leftOut)
    .map((group) => ({ group, floor: Math.min(...group.map((configuration) => floorOf(configuration))) }))
    .sort((one, other) => one.floor - other.floor);
  const worth =
    recommendation === null ? Number.POSITIVE_INFINITY : recommendation.outcome.costPerMonth * WORTH_NAMING;
  const robust = new Robustness(question, workUnder);
  let best: Evaluated | null = null;
  for (const { group, floor } of groups) {
    const mostCost = Math.min(worth, best?.outcome.costPerMonth ?? worth);
    if (floor > mostCost) break;
    const [results = null] = await workUnder(AS_ASKED)([group], { objectives, mostCost });
    if (results === null) return null;
    const held = await robust.firstHolding([...results].sort(bestFirst(null)));
    if (held === null) return null;
    best = [...held, ...(best === null ? [] : [best])].sort(bestFirst(null))[0] ?? null;
  }
  return best === null ? null : { ...best, broken: [], rules: rulesAgainst(simulation, best.configuration) };
}

interface SearchResults {
  readonly recommendation: Judged | null;
  readonly evaluated: readonly Evaluated[];
  /** Keys of configurations whose outcomes are unknown. */
  readonly leftOut?: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * The rules of the newest documentation that refuse, each by itself, a configuration which the fact set
 * accepts.
 */
export function rulesAgainst(
  { facts, plan }: Pick<Simulation, 'facts' | 'plan'>,
  configuration: Configuration,
): OpenRule[] {
  return openRules(facts).filter(
    (rule) => !isAccepted(recommendableFacts(facts, [rule]), plan, configuration),
  );
}

/** A rule that costs less than 1% is not worth naming. */
const WORTH_NAMING = 0.99;

/**
 * Leaves out ranges that cannot be cheaper. A range wider than the widest allowed one gains nothing, unless
 * that one reached its maximum. If the widest allowed one was too dear to be run, a wider one is too.
 */
function likelyGroups(
  { simulation, choices }: Pick<PlanQuestion, 'simulation' | 'choices'>,
  evaluated: readonly Evaluated[],
  leftOut: ReadonlySet<string>,
): CandidateGroup[] {
  const widest = new Map<string, Configuration>();
  for (const configuration of candidateGroups(simulation, choices).flat()) {
    const key = keyOf(configuration);
    if (!isFixed(configuration.size) && configuration.size.maxCu > (widest.get(key)?.size.maxCu ?? 0))
      widest.set(key, configuration);
  }
  const atMaximum = new Set(
    evaluated
      .filter(({ configuration, outcome }) => outcome.peakCu >= configuration.size.maxCu)
      .map(({ configuration }) => `${keyOf(configuration)} ${configuration.size.maxCu}`),
  );
  const isLikely = (configuration: Configuration) => {
    const other = widest.get(keyOf(configuration));
    return (
      isFixed(configuration.size) ||
      other === undefined ||
      leftOut.has(keyOfConfiguration(other)) ||
      atMaximum.has(`${keyOf(configuration)} ${other.size.maxCu}`)
    );
  };
  return ruledOutGroups(simulation, choices)
    .map((group) => group.filter(isLikely))
    .filter((group) => group.length > 0) as unknown as CandidateGroup[];
}

function keyOf({ size, suspendAfterMs, route }: Configuration): string {
  return `${size.minCu} ${suspendAfterMs} ${route}`;
}
