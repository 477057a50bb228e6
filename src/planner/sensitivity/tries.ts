import { InvariantError } from '../../problem/index.ts';
import type { Group } from '../candidates.ts';
import type { Evaluated } from '../evaluate.ts';
import { type Judged, judged } from '../judged.ts';
import { keeps, type Promises } from '../promises.ts';
import { isBetter } from '../search.ts';
import type { Setting } from '../setting.ts';
import type { Change } from './change.ts';
import type { Trial } from './trial.ts';

/** Does trials side by side, and answers in their order; null for those that somebody did not want to wait for. */
export type TryOut = (trials: readonly Trial[]) => Promise<readonly (readonly Evaluated[] | null)[]>;

/** What has been tried under one change. No setting is tried twice. */
export class Tries {
  /** The best that keeps all promises. */
  best: Evaluated | null = null;
  private readonly outcomes = new Map<string, Evaluated>();
  private readonly tried = new Set<string>();
  private readonly change: Change;
  private readonly promises: Promises;
  private readonly present: Setting | null;
  private readonly tryOut: TryOut;

  /** @param present what is set, which goes before its equals */
  constructor(change: Change, promises: Promises, present: Setting | null, tryOut: TryOut) {
    this.change = change;
    this.promises = promises;
    this.present = present;
    this.tryOut = tryOut;
  }

  /** What a setting is known to come to. */
  take(one: Evaluated): void {
    const key = keyOf(one.setting);
    this.tried.add(key);
    this.outcomes.set(key, one);
    if (!keeps(one.outcome, this.promises)) return;
    if (this.best === null || isBetter(one, this.best, this.present)) this.best = one;
  }

  /** Runs those that have not been tried yet; false where somebody did not want to wait. */
  async run(groups: readonly (readonly Setting[])[], within: Trial['within']): Promise<boolean> {
    const untried = groups.flatMap((group) => {
      const rest = group.filter((setting) => !this.tried.has(keyOf(setting)));
      return rest[0] === undefined ? [] : [rest as unknown as Group];
    });
    for (const setting of untried.flat()) this.tried.add(keyOf(setting));
    const results = await this.tryOut(
      untried.map((group) => ({ group, factor: 1, change: this.change, within })),
    );
    for (const one of results.flatMap((result) => result ?? [])) this.take(one);
    return !results.includes(null);
  }

  judged(setting: Setting): Judged {
    const one = this.outcomes.get(keyOf(setting));
    if (one === undefined) throw new InvariantError('what is set and what is chosen are run to their end');
    return judged(one, this.promises);
  }
}

function keyOf({ size, suspendAfterMs, route }: Setting): string {
  return `${size.minCu} ${size.maxCu} ${suspendAfterMs} ${route}`;
}
