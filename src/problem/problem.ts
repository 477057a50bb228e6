/**
 * A mistake in the input: where it is, what was found there, and what to do about it. The texts name a setting by its
 * field, such as ‹cpuPerQuery›. The code that shows them writes it as its readers know it, such as `--cpu-per-query`.
 *
 * @example
 * ```ts
 * import { type Problem, ProblemError } from 'tidemark';
 * import { readTrace } from 'tidemark/trace';
 *
 * // Lists options that would make the question work, for a form to offer.
 * function suggested({ suggestions = [] }: Problem): string[] {
 *   return suggestions.flatMap(({ options }) => options.map(([name, value]) => `${name}: ${value}`));
 * }
 *
 * const error = await readTrace('scenarios/traces/cloudwatch-day.json').catch((error) => error);
 * if (error instanceof ProblemError) console.log(error.problems.flatMap(suggested)); // [ 'vcpus: 2' ]
 * ```
 */
export interface Problem {
  /** Where it is. */
  readonly place: Place;
  /** The value found there. */
  readonly found: string;
  /** Says what to write instead, or what to do. */
  readonly remedy: string;
  /** Options that would make the same question work, the best first. */
  readonly suggestions?: readonly Suggestion[];
  /** The file or database that has the problem, if a command was given many of them. */
  readonly member?: string;
}

/** Options to add to a question. The command line writes each as a flag. */
export interface Suggestion {
  /** Names, such as `cpuPerQuery`, with their values. */
  readonly options: readonly (readonly [name: string, value: string])[];
  /** The condition under which the options are right. Null if they are always right. */
  readonly when: string | null;
}

/** Where a problem is. */
export interface Place {
  /** The name of the file. */
  readonly file?: string;
  /** The line, from 1. */
  readonly line?: number;
  /** The field of the file, or the option. */
  readonly field?: string;
  /** The names of the options that are wrong. */
  readonly options?: readonly string[];
}

/**
 * Mistakes in the input. The command line prints them and exits with code 2.
 *
 * @example
 * ```ts
 * import { ProblemError, sizes } from 'tidemark';
 *
 * try {
 *   await sizes({ min: 4, max: 2 });
 * } catch (error) {
 *   // Any other error is a fault of tidemark.
 *   if (!(error instanceof ProblemError)) throw error;
 *   console.log(error.message); // min: 4 CU is above the maximum of 2 CU; use 2 or less, or raise max
 * }
 * ```
 */
export class ProblemError extends Error {
  /** At least one. */
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(describeProblem).join('\n'));
    this.name = 'ProblemError';
    this.problems = problems;
  }
}

export function problem(
  place: Place,
  found: string,
  remedy: string,
  suggestions: readonly Suggestion[] = [],
): ProblemError {
  return new ProblemError([{ place, found, remedy, ...(suggestions.length > 0 && { suggestions }) }]);
}

/** A valid file without any data yet. A file that cannot be read is another problem. */
export class NoDataError extends ProblemError {}

export function noData(place: Place, found: string, remedy: string): NoDataError {
  return new NoDataError([{ place, found, remedy }]);
}

export function describeProblem({ place, found, remedy }: Problem): string {
  const where = describePlace(place);
  return printable(where === '' ? `${found}; ${remedy}` : `${where}: ${found}; ${remedy}`);
}

/** Escapes control characters and shortens long text: text from outside must not control or flood a terminal. */
function printable(text: string): string {
  const shown = text.replace(
    /\p{Cc}/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return shown.length <= MOST_CHARACTERS ? shown : `${shown.slice(0, MOST_CHARACTERS - 1)}…`;
}

const MOST_CHARACTERS = 1000;

function describePlace({ file, line, field, options }: Place): string {
  const spot = file === undefined ? undefined : line === undefined ? file : `${file}:${line}`;
  return [spot, field, options?.join(', ')].filter((part) => part !== undefined).join(', ');
}
