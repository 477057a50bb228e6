import type { Broken } from '../objectives/objectives.ts';
import type { Remedy } from './remedy.ts';
import type { Trouble } from './trouble.ts';

/** One change by itself, with the results of its run. */
export interface Tried {
  readonly remedy: Remedy;
  /**
   * Whether clients see no error in the window. If they saw none before, whether the resource that they
   * waited for first does not run out.
   */
  readonly prevents: boolean;
  /** The resources that still run out within the window. */
  readonly left: readonly Trouble[];
  /** The cost of all of the demand. Null if errors are left, and more than nearly none. */
  readonly costPerMonth: number | null;
  /**
   * The objectives that it breaks as a plan judges it. Null if it neither prevents the incident, nor nearly,
   * nor is enough.
   */
  readonly broken: readonly Broken[] | null;
  /** The objectives among these that the current configuration meets. */
  readonly breaks: readonly Broken[];
}

/** Whether it prevents the incident and meets all objectives, as a plan judges them. */
export function keepsAll({ prevents, broken }: Tried): boolean {
  return prevents && broken?.length === 0;
}

/** Whether it prevents the incident and breaks no objective that was met before. */
export function helps({ prevents, breaks }: Tried): boolean {
  return prevents && breaks.length === 0;
}

/**
 * First come changes that prevent the incident: those that meet all objectives, then those that break none
 * anew, then the others. Next come changes that nearly prevent it, or are enough by the rule of a plan. Each
 * of these kinds is sorted by cost. Last come all others, sorted by the trouble that they leave. Among
 * equals, the one that was tried first wins: changes by clients come before those that cost money.
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

/** Whether one leaves fewer errors, or as many errors and shorter waits. */
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
