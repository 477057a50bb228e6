import type { Tried } from './incident.ts';
import type { Trouble } from './trouble.ts';

/** It prevents the incident, and breaks no promise that was kept. */
export function helps({ prevents, breaks }: Tried): boolean {
  return prevents && breaks.length === 0;
}

/**
 * What helps first, then what prevents it and breaks a promise, then what nearly prevents it, each by the money; last what
 * does not, by what it leaves. Of equals the one that was tried first: changes of clients come before those that cost money.
 */
export function ranked(tried: readonly Tried[]): Tried[] {
  return [...tried].sort(
    (one, other) =>
      kindOf(one) - kindOf(other) ||
      (one.costPerMonth ?? 0) - (other.costPerMonth ?? 0) ||
      (one.costPerMonth === null
        ? Number(isLess(other.left, one.left)) - Number(isLess(one.left, other.left))
        : 0),
  );
}

function kindOf(one: Tried): number {
  if (helps(one)) return 0;
  if (one.prevents) return 1;
  return one.costPerMonth === null ? 3 : 2;
}

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
