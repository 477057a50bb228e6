import type { Tried } from './incident.ts';
import type { Trouble } from './trouble.ts';

/** It prevents the incident, and keeps all promises as a plan judges them. */
export function keepsAll({ prevents, broken }: Tried): boolean {
  return prevents && broken?.length === 0;
}

/** It prevents the incident, and breaks no promise that was kept. */
export function helps({ prevents, breaks }: Tried): boolean {
  return prevents && breaks.length === 0;
}

/**
 * What prevents it and keeps all promises first, then what breaks none anew, then what breaks one, then what nearly
 * prevents it or is enough by the rule of a plan, each by the money; last what does not, by what it leaves. Of equals the
 * one that was tried first: changes of clients come before those that cost money.
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
  const [errors, waitedMs] = sumsOf(one);
  const [otherErrors, otherWaitedMs] = sumsOf(other);
  return errors < otherErrors || (errors === otherErrors && waitedMs < otherWaitedMs);
}

export function sumsOf(troubles: readonly Trouble[]): readonly [errors: number, waitedMs: number] {
  return [
    troubles.reduce((sum, { errors }) => sum + errors, 0),
    troubles.reduce((sum, { waitedMs }) => sum + waitedMs, 0),
  ];
}
