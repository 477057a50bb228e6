import { type Outcome, PROMISES, type PromiseKind, type PromiseName } from '../../../planner/index.ts';
import { problem } from '../../../problem/index.ts';
import { amount } from '../../../report/index.ts';
import { boundOf, promiseName } from './promise-flags.ts';

/** How far a figure may go: to so much, or so much away from that of another setting. */
export interface Limit {
  readonly name: PromiseName;
  readonly bound: number;
  readonly of: 'figure' | 'difference' | 'share of the other';
  /** As it was written. */
  readonly text: string;
}

/** `cost=50,cold-starts=20`; where there is another setting to differ from, `cost=+10%` and `delay-p95=+20ms` too. */
export function limitsOf(
  text: string | undefined,
  { ofDifference }: { readonly ofDifference: boolean },
): Limit[] {
  if (text === undefined) return [];
  return text.split(',').map((one) => {
    const [word = '', bound = ''] = one.split('=').map((part) => part.trim());
    const name = word === 'cost' ? 'budget' : promiseName(word, FIELD);
    if (name === 'headroom')
      throw problem(
        { field: `${FIELD} ${word}` },
        'the run of a setting does not show its headroom',
        'leave it out; tidemark plan holds its choice to --promise headroom=20%',
      );
    if (!ofDifference || !/^[+-]/.test(bound))
      return { name, bound: boundOf(name, bound, FIELD), of: 'figure', text: bound };
    const sign = bound.startsWith('-') ? -1 : 1;
    if (!bound.endsWith('%'))
      return { name, bound: sign * boundOf(name, bound.slice(1), FIELD), of: 'difference', text: bound };
    const percent = bound.slice(1, -1);
    if (!/^\d+(?:\.\d+)?$/.test(percent))
      throw problem({ field: `${FIELD} ${word}` }, `found "${bound}"`, 'write a share such as +10%');
    return { name, bound: (sign * Number(percent)) / 100, of: 'share of the other', text: bound };
  });
}

const FIELD = '--fail-above';

/** A reason for each limit that is passed. */
export function limitsPassed(
  outcome: Outcome,
  limits: readonly Limit[],
  other: Outcome | null,
  currency: string,
): string[] {
  return limits.flatMap((limit) => {
    const { name } = limit;
    const kind: PromiseKind = PROMISES[name];
    const found = kind.of(outcome);
    const before = other === null ? null : kind.of(other);
    const bound = boundBy(limit, before);
    if (found === null || bound === null || (kind.least ? found >= bound : found <= bound)) return [];
    const words = (value: number) => amount(name, value, currency);
    // Two figures that round to the same words would contradict the sentence, so these are shown as they are.
    const shown = words(found) === words(bound) ? (value: number) => String(value) : words;
    const isOf = limit.of === 'figure' || before === null ? '' : ` (${shown(before)} ${limit.text})`;
    return [
      `${name === 'budget' ? 'cost' : name} is ${shown(found)}, ${kind.least ? 'below' : 'above'} ${shown(bound)}${isOf}`,
    ];
  });
}

/** null: the other's figure is not known, and so nothing is passed. */
function boundBy({ bound, of }: Limit, other: number | null): number | null {
  if (of === 'figure') return bound;
  if (other === null) return null;
  return of === 'difference' ? other + bound : other * (1 + bound);
}
