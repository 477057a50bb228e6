/** A bug of tidemark, never a mistake in the input. `invariant` names the rule of the code that was broken. */
export class InvariantError extends Error {
  constructor(readonly invariant: string) {
    super(`broken invariant: ${invariant}`);
    this.name = 'InvariantError';
  }
}

export function invariant(holds: boolean, name: string): asserts holds {
  if (!holds) throw new InvariantError(name);
}

/** Returns a value that the surrounding code has proved to exist, such as an element at an index within bounds. */
export function present<T>(value: T | undefined | null, name: string): T {
  if (value === undefined || value === null) throw new InvariantError(name);
  return value;
}
