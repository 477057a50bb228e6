import type { Problem } from '../../problem/index.ts';

/** A text as plain data, with the lines on which its parts stand. */
export interface Located {
  readonly value: unknown;
  /** The line of the deepest part of the path that is there: a missing field is reported where it should stand. */
  line(path: readonly PropertyKey[]): number | undefined;
}

/** No document of ours comes near, and what reads one part inside another would run out of stack far beyond. */
export const DEEPEST = 100;

export const TOO_DEEP: Omit<Problem, 'place'> = {
  found: `this is nested more than ${DEEPEST} levels deep`,
  remedy: 'write it flatter',
};

export const TWICE: Omit<Problem, 'place'> = {
  found: 'this field stands here a second time',
  remedy: 'keep one of the two',
};
