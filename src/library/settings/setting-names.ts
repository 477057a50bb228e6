import { NoDataError, type Problem, ProblemError } from '../../problem/index.ts';

/** How to read a trace. */
export const TRACE_SETTINGS = [
  'map',
  'vcpus',
  'timezone',
  'gap',
  'preset',
  'strict',
  'cpuPerQuery',
  'logPrefix',
  'capacity',
  'instance',
  'where',
  'idleBelow',
] as const;

/** The settings that problems and notes name, such as ‹cpuPerQuery›. */
const SETTINGS: ReadonlySet<string> = new Set([
  ...TRACE_SETTINGS,
  'actual',
  'actualMap',
  'applyAs',
  'around',
  'assume',
  'at',
  'bill',
  'by',
  'configuration',
  'current',
  'delayedOver',
  'event',
  'exclude',
  'facts',
  'failAbove',
  'growth',
  'holdout',
  'horizon',
  'hours',
  'judge',
  'keeps',
  'max',
  'min',
  'objective',
  'project',
  'resource',
  'rollUp',
  'schedule',
  'set',
  'size',
  'step',
  'suspendAfter',
  'terraform',
  'timeouts',
  'why',
  'window',
  'worlds',
  'worthwhile',
]);

/** `cpuPerQuery` becomes `--cpu-per-query`. */
export function flagOf(name: string): string {
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Writes the settings that a text names as flags. */
export function textWithFlags(text: string): string {
  return withSettings(text, flagOf);
}

function withSettings(text: string, write: (name: string) => string): string {
  return text.replaceAll(/‹(\w+)›/g, (setting, name) => (SETTINGS.has(name) ? write(name) : setting));
}

/** Writes the settings and options that a problem names as flags. */
export function withFlags(problem: Problem): Problem {
  return written(problem, flagOf);
}

/** Writes the settings that a problem names as the options of a function. */
function withOptions(problem: Problem): Problem {
  const { options } = problem.place;
  const { place, ...rest } = written(problem, (name) => name);
  if (options === undefined) return { place, ...rest };
  // Programs find the names of the options in a list.
  const { field: _, ...others } = place;
  return { place: { ...others, options }, ...rest };
}

function written(
  { place: { options, ...place }, found, remedy, ...rest }: Problem,
  write: (name: string) => string,
): Problem {
  const field = options === undefined ? place.field : options.map(write).join(', ');
  return {
    place: field === undefined ? place : { ...place, field: withSettings(field, write) },
    found: withSettings(found, write),
    remedy: withSettings(remedy, write),
    ...rest,
  };
}

/** Runs `find`, whose problems name settings, for callers that show problems themselves. */
export async function inFlags<T>(find: () => Promise<T>): Promise<T> {
  try {
    return await find();
  } catch (error) {
    throw errorWithFlags(error);
  }
}

export function errorWithFlags(error: unknown): unknown {
  return rewritten(error, withFlags);
}

/** Makes the error that a program gets: its problems name options. */
export function errorWithOptions(error: unknown): unknown {
  return rewritten(error, withOptions);
}

function rewritten(error: unknown, write: (problem: Problem) => Problem): unknown {
  if (!(error instanceof ProblemError)) return error;
  const problems = error.problems.map(write);
  return error instanceof NoDataError ? new NoDataError(problems) : new ProblemError(problems);
}
