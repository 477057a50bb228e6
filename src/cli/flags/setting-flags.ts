import { NoDataError, type Problem, ProblemError } from '../../problem/index.ts';

/** The settings that problems and notes of lower rooms name, such as ‹cpuPerQuery›, and the flags that set them. */
const FLAGS: ReadonlyMap<string, string> = new Map(
  [
    'actualMap',
    'assume',
    'by',
    'capacity',
    'cpuPerQuery',
    'event',
    'exclude',
    'gap',
    'idleBelow',
    'instance',
    'logPrefix',
    'map',
    'preset',
    'project',
    'step',
    'strict',
    'timezone',
    'vcpus',
    'where',
  ].map((name) => [`‹${name}›`, flagOf(name)]),
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
