import type { Simulation } from '../../engine/index.ts';
import { isFixed, type OpenRule, openRules, recommendableFacts } from '../../facts/index.ts';
import { costFloor } from '../bounds/cost-floor.ts';
import type { Judged } from '../promises/judged.ts';
import { Robustness } from '../robust/robustness.ts';
import { AS_ASKED, type WorkUnder } from '../search/conditions.ts';
import type { Evaluated } from '../search/evaluate.ts';
import { bestFirst } from '../search/search.ts';
import { isAccepted } from '../settings/accepted.ts';
import { type Group, groupsOf, ruledOutGroups } from '../settings/candidates.ts';
import { keyOfSetting, type Setting } from '../settings/setting.ts';
import type { PlanQuestion } from './plan-question.ts';

/** A setting that would be cheaper than the choice, and the rules of the newest documentation that refuse it. */
export interface RuledOut extends Judged {
  readonly rules: readonly OpenRule[];
}

/**
 * The cheapest setting that keeps all promises, costs less than the choice, and is ruled out only by what the fact set
 * leaves open. null: there is none, or somebody did not want to wait.
 *
 * @param choice null: nothing that may be recommended keeps all promises
 */
export async function cheaperRuledOut(
  question: Pick<PlanQuestion, 'simulation' | 'promises' | 'choices'>,
  { choice, evaluated, leftOut = NONE }: SearchResults,
  workUnder: WorkUnder,
): Promise<RuledOut | null> {
  const { simulation, promises } = question;
  const floorOf = costFloor(simulation);
  const groups = likelyGroups(question, evaluated, leftOut)
    .map((group) => ({ group, floor: Math.min(...group.map((setting) => floorOf(setting))) }))
    .sort((one, other) => one.floor - other.floor);
  const worth = choice === null ? Number.POSITIVE_INFINITY : choice.outcome.costPerMonth * WORTH_NAMING;
  const robust = new Robustness(question, workUnder);
  let best: Evaluated | null = null;
  for (const { group, floor } of groups) {
    const mostCost = Math.min(worth, best?.outcome.costPerMonth ?? worth);
    if (floor > mostCost) break;
    const [results = null] = await workUnder(AS_ASKED)([group], { promises, mostCost });
    if (results === null) return null;
    const held = await robust.firstHolding([...results].sort(bestFirst(null)));
    if (held === null) return null;
    best = [...held, ...(best === null ? [] : [best])].sort(bestFirst(null))[0] ?? null;
  }
  return best === null ? null : { ...best, broken: [], rules: rulesAgainst(simulation, best.setting) };
}

interface SearchResults {
  readonly choice: Judged | null;
  readonly evaluated: readonly Evaluated[];
  /** Settings of which nothing is known, by their keys. */
  readonly leftOut?: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

/** The rules of the newest documentation that refuse a setting which the fact set accepts, each by itself. */
export function rulesAgainst(
  { facts, plan }: Pick<Simulation, 'facts' | 'plan'>,
  setting: Setting,
): OpenRule[] {
  return openRules(facts).filter((rule) => !isAccepted(recommendableFacts(facts, [rule]), plan, setting));
}

/** A rule that costs less than 1% is not worth a sentence. */
const WORTH_NAMING = 0.99;

/**
 * A wider range gains nothing over the widest one that may be recommended, unless that one was at its maximum. Where it was
 * too dear to be run, a wider one would be too.
 */
function likelyGroups(
  { simulation, choices }: Pick<PlanQuestion, 'simulation' | 'choices'>,
  evaluated: readonly Evaluated[],
  leftOut: ReadonlySet<string>,
): Group[] {
  const widest = new Map<string, Setting>();
  for (const setting of groupsOf(simulation, choices).flat()) {
    const key = keyOf(setting);
    if (!isFixed(setting.size) && setting.size.maxCu > (widest.get(key)?.size.maxCu ?? 0))
      widest.set(key, setting);
  }
  const atMaximum = new Set(
    evaluated
      .filter(({ setting, outcome }) => outcome.peakCu >= setting.size.maxCu)
      .map(({ setting }) => `${keyOf(setting)} ${setting.size.maxCu}`),
  );
  const isLikely = (setting: Setting) => {
    const other = widest.get(keyOf(setting));
    return (
      isFixed(setting.size) ||
      other === undefined ||
      leftOut.has(keyOfSetting(other)) ||
      atMaximum.has(`${keyOf(setting)} ${other.size.maxCu}`)
    );
  };
  return ruledOutGroups(simulation, choices)
    .map((group) => group.filter(isLikely))
    .filter((group) => group.length > 0) as unknown as Group[];
}

function keyOf({ size, suspendAfterMs, route }: Setting): string {
  return `${size.minCu} ${suspendAfterMs} ${route}`;
}
