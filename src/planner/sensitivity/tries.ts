import { InvariantError } from '../../problem/index.ts';
import type { CandidateGroup } from '../configurations/candidates.ts';
import { type Configuration, keyOfConfiguration } from '../configurations/configuration.ts';
import type { Judged } from '../objectives/judged.ts';
import { keeps, type Objectives } from '../objectives/objectives.ts';
import type { Robustness } from '../robust/robustness.ts';
import type { WorkUnder } from '../search/conditions.ts';
import type { Evaluated } from '../search/evaluate.ts';
import { bestFirst, isBetter } from '../search/ranking.ts';
import type { ConfigurationTrial } from '../search/trial.ts';
import type { AssumptionChange } from './change.ts';

/** Does trials side by side, and answers in their order; null for those that somebody did not want to wait for. */
export type TryOut = (
  trials: readonly ConfigurationTrial[],
) => Promise<readonly (readonly Evaluated[] | null)[]>;

/** The same as work on groups under conditions. */
export function workUnderBy(tryOut: TryOut): WorkUnder {
  return (conditions) => (groups, within) =>
    tryOut(groups.map((group) => ({ group, conditions, within: within ?? null })));
}

/** What has been tried under one change. No configuration is tried twice. */
export class Tries {
  /** The best that meets all objectives. */
  best: Evaluated | null = null;
  private readonly outcomes = new Map<string, Evaluated>();
  private readonly tried = new Set<string>();
  /** Those that keep them as asked, and of which nobody has looked at more yet. */
  private fresh: Evaluated[] = [];
  private readonly change: AssumptionChange;
  private readonly objectives: Objectives;
  private readonly current: Configuration | null;
  private readonly tryOut: TryOut;
  private readonly robust: Robustness;

  /** @param current what is set, which goes before its equals */
  constructor(
    change: AssumptionChange,
    objectives: Objectives,
    current: Configuration | null,
    { tryOut, robust }: { readonly tryOut: TryOut; readonly robust: Robustness },
  ) {
    this.change = change;
    this.objectives = objectives;
    this.current = current;
    this.tryOut = tryOut;
    this.robust = robust;
  }

  /** What a configuration is known to come to. */
  take(one: Evaluated): void {
    const key = keyOfConfiguration(one.configuration);
    this.tried.add(key);
    this.outcomes.set(key, one);
    if (keeps(one.outcome, this.objectives)) this.fresh.push(one);
  }

  /**
   * Runs those that have not been tried yet; false where somebody did not want to wait. With objectives to keep, what
   * the plan has refused is run first under the stress that refused it.
   */
  async run(
    groups: readonly (readonly Configuration[])[],
    within: ConfigurationTrial['within'],
  ): Promise<boolean> {
    const untried = groups.map((group) =>
      group.filter((configuration) => !this.tried.has(keyOfConfiguration(configuration))),
    );
    for (const configuration of untried.flat()) this.tried.add(keyOfConfiguration(configuration));
    const passing =
      (within?.objectives ?? null) === null ? untried.flat() : await this.robust.passing(untried.flat());
    if (passing === null) return false;
    const left = new Set(passing);
    const trials = untried.flatMap((group) => {
      const rest = group.filter((configuration) => left.has(configuration));
      if (rest[0] === undefined) return [];
      return [{ group: rest as unknown as CandidateGroup, conditions: [this.change], within }];
    });
    const results = await this.tryOut(trials);
    for (const one of results.flatMap((result) => result ?? [])) this.take(one);
    return !results.includes(null) && (await this.findBest());
  }

  /** null: somebody did not want to wait. */
  async judged(configuration: Configuration): Promise<Judged | null> {
    const one = this.outcomes.get(keyOfConfiguration(configuration));
    if (one === undefined)
      throw new InvariantError('the current configuration and the recommendation are run to their end');
    const [found = null] = (await this.robust.judged([one])) ?? [];
    return found;
  }

  private async findBest(): Promise<boolean> {
    const { best, current, fresh } = this;
    this.fresh = [];
    const better = fresh.filter((one) => best === null || isBetter(one, best, current));
    const found = await this.robust.firstHolding(better.sort(bestFirst(current)));
    if (found?.[0] !== undefined) this.best = found[0];
    return found !== null;
  }
}
