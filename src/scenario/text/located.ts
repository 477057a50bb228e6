import type { Problem } from '../../problem/index.ts';

/** A text as plain data, with the line of each part. */
export interface Located {
  readonly value: unknown;
  /** Returns the line of the deepest existing part of a path, so that a missing field is reported in its group. */
  line(path: readonly PropertyKey[]): number | undefined;
}

/** The deepest nesting that is read. Real documents are much flatter, and the stack of readers allows much more. */
export const DEEPEST = 100;

export const TOO_DEEP: Omit<Problem, 'place'> = {
  found: `this is nested more than ${DEEPEST} levels deep`,
  remedy: 'use fewer levels',
};

export const DUPLICATE_FIELD: Omit<Problem, 'place'> = {
  found: 'this field occurs twice',
  remedy: 'keep one of the two',
};
