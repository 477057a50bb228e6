/** A fault of ours, never of the input: the name says which promise of the code was broken. */
export class InvariantError extends Error {
  constructor(readonly invariant: string) {
    super(`broken invariant: ${invariant}`);
    this.name = 'InvariantError';
  }
}

export function invariant(holds: boolean, name: string): asserts holds {
  if (!holds) throw new InvariantError(name);
}

/** For indices that the surrounding code has already proved to be in bounds. */
export function present<T>(value: T | undefined | null, name: string): T {
  if (value === undefined || value === null) throw new InvariantError(name);
  return value;
}
