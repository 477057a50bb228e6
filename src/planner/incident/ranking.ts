import type { Broken } from '../objectives/objectives.ts';
import type { Remedy } from './remedy.ts';
import type { Trouble } from './trouble.ts';

/** One change alone, and a run of it. */
export interface Tried {
  readonly remedy: Remedy;
  /** Clients see no error in the window; where they saw none, what they waited for first does not run out. */
  readonly prevents: boolean;
  /** What still runs out within the window. */
  readonly left: readonly Trouble[];
  /** Of all of the demand; null: it leaves errors, and more than nearly none. */
  readonly costPerMonth: number | null;
  /** What it breaks as a plan judges it; null: it neither prevents the incident nor nearly, and is not enough. */
  readonly broken: readonly Broken[] | null;
  /** Of these the objectives that are kept as it is. */
  readonly breaks: readonly Broken[];
}

/** It prevents the incident, and meets all objectives as a plan judges them. */
export function keepsAll({ prevents, broken }: Tried): boolean {
  return prevents && broken?.length === 0;
}

/** It prevents the incident, and breaks no objective that was kept. */
export function helps({ prevents, breaks }: Tried): boolean {
  return prevents && breaks.length === 0;
}

/**
 * What prevents it and meets all objectives first, then what breaks none anew, then what breaks one, then what nearly
 * prevents it or is enough by the rule of a plan, each by the money; last what does not, by what it leaves. Of equals
 * the one that was tried first: changes of clients come before those that cost money.
 */
export function ranked(tried: readonly Tried[]): Tried[] {
  return [...tried].sort(
    (one, other) =>
      kindOf(one) - kindOf(other) ||
      (kindOf(one) < LAST
        ? (one.costPerMonth ?? 0) - (other.costPerMonth ?? 0)
        : Number(isLess(other.left, one.left)) - Number(isLess(one.left, other.left))),
  );
}

function kindOf(one: Tried): number {
  if (keepsAll(one)) return 0;
  if (helps(one)) return 1;
  if (one.prevents) return 2;
  return one.broken === null ? LAST : 3;
}

const LAST = 4;

/** Fewer errors, or as many and shorter waits. */
export function isLess(one: readonly Trouble[], other: readonly Trouble[]): boolean {
  const [errors, waitedMs] = troubleSums(one);
  const [otherErrors, otherWaitedMs] = troubleSums(other);
  return errors < otherErrors || (errors === otherErrors && waitedMs < otherWaitedMs);
}

export function troubleSums(troubles: readonly Trouble[]): readonly [errors: number, waitedMs: number] {
  return [
    troubles.reduce((sum, { errors }) => sum + errors, 0),
    troubles.reduce((sum, { waitedMs }) => sum + waitedMs, 0),
  ];
}
