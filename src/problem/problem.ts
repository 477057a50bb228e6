/** Something the outside got wrong: where it stands, what was found there, and what to do about it. */
export interface Problem {
  readonly place: Place;
  readonly found: string;
  readonly remedy: string;
  /** Options with which the same question works, the best first. */
  readonly suggestions?: readonly Suggestion[];
  /** One of many files or databases that a command was given: what to name in place of them all. */
  readonly member?: string;
}

/** Options to add to a question. The command line writes each as a flag. */
export interface Suggestion {
  /** Names, as `cpuPerQuery`, with their values. */
  readonly options: readonly (readonly [name: string, value: string])[];
  /** What has to be true for them to be right; null: nothing more. */
  readonly when: string | null;
}

export interface Place {
  readonly file?: string;
  readonly line?: number;
  readonly field?: string;
  /** The options of the question that are wrong, by their names. */
  readonly options?: readonly string[];
}

/** Carries problems up to the edge, where they are printed and the exit code becomes 2. */
export class ProblemError extends Error {
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

/** A file in order that holds nothing yet: not the same as one that cannot be read. */
export class NoDataError extends ProblemError {}

export function noData(place: Place, found: string, remedy: string): NoDataError {
  return new NoDataError([{ place, found, remedy }]);
}

export function describeProblem({ place, found, remedy }: Problem): string {
  const where = describePlace(place);
  return printable(where === '' ? `${found}; ${remedy}` : `${where}: ${found}; ${remedy}`);
}

/** What came from outside must not steer the terminal that shows it, nor fill it. */
function printable(text: string): string {
  const shown = text.replace(
    /\p{Cc}/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return shown.length <= MOST ? shown : `${shown.slice(0, MOST - 1)}…`;
}

const MOST = 1000;

function describePlace({ file, line, field, options }: Place): string {
  const spot = file === undefined ? undefined : line === undefined ? file : `${file}:${line}`;
  return [spot, field, options?.join(', ')].filter((part) => part !== undefined).join(', ');
}
