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

/** The settings that problems and notes of lower rooms name, such as ‹cpuPerQuery›, and the flags that set them. */
const FLAGS: ReadonlyMap<string, string> = new Map(
  [...TRACE_SETTINGS, 'actualMap', 'assume', 'by', 'event', 'exclude', 'project', 'step'].map((name) => [
    `‹${name}›`,
    flagOf(name),
  ]),
);

/** `cpuPerQuery` becomes `--cpu-per-query`. */
export function flagOf(name: string): string {
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Writes the settings that a text names as flags. */
export function textWithFlags(text: string): string {
  return text.replaceAll(/‹\w+›/g, (setting) => FLAGS.get(setting) ?? setting);
}

/** Writes the settings and options that a problem names as flags. */
export function withFlags({ place: { options, ...place }, found, remedy, ...rest }: Problem): Problem {
  const field = options === undefined ? place.field : options.map(flagOf).join(', ');
  return {
    place: field === undefined ? place : { ...place, field: textWithFlags(field) },
    found: textWithFlags(found),
    remedy: textWithFlags(remedy),
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
  if (!(error instanceof ProblemError)) return error;
  const problems = error.problems.map(withFlags);
  return error instanceof NoDataError ? new NoDataError(problems) : new ProblemError(problems);
}
