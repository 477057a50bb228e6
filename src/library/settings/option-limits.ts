import { nearestWord, type Problem } from '../../problem/index.ts';

/** The valid values of an option. */
export interface Limit {
  readonly allows: (value: unknown) => boolean;
  /** Tells a user how to write a valid value. */
  readonly write: string;
  /** Says what is wrong with a value that a message must not show. */
  readonly found?: (value: unknown) => string;
  readonly isRequired?: true;
}

/** The valid values of each option. */
export type OptionLimits<Options> = { readonly [Name in keyof Required<Options>]: Limit };

/** Returns a problem for each option that is unknown or wrong. An option that is undefined counts as left out. */
export function optionProblems<Options extends object>(
  options: Options,
  limits: OptionLimits<Options>,
): readonly Problem[] {
  if (typeof options !== 'object' || options === null)
    return [
      { place: { field: 'options' }, found: shown(options), remedy: 'give an object, or leave it out' },
    ];
  const missing = Object.entries<Limit>(limits).filter(
    ([name, { isRequired }]) => isRequired && options[name as keyof Options] === undefined,
  );
  const problems = missing.map(([name, { write }]) => ({
    place: { options: [name] },
    found: 'it is missing',
    remedy: `write ${write}`,
  }));
  const wrong = Object.entries(options).flatMap(([name, value]) => {
    if (value === undefined) return [];
    if (!Object.hasOwn(limits, name)) return unknown(name, Object.keys(limits));
    const { allows, write, found = shown } = limits[name as keyof Options];
    if (allows(value)) return [];
    return [{ place: { options: [name] }, found: found(value), remedy: `write ${write}` }];
  });
  return [...problems, ...wrong];
}

function unknown(name: string, known: readonly string[]): readonly Problem[] {
  const near = nearestWord(name, known);
  const remedy = near === undefined ? 'leave it out' : `write ${near}`;
  return [{ place: { options: [name] }, found: 'there is no such option', remedy }];
}

function shown(value: unknown): string {
  return `found ${JSON.stringify(value) ?? String(value)}`;
}

export const isText = (value: unknown): value is string => typeof value === 'string';

export const TRUE_OR_FALSE: Limit = { allows: (value) => typeof value === 'boolean', write: 'true or false' };

export function oneOf(names: readonly string[]): Limit {
  return { allows: (value) => isText(value) && names.includes(value), write: `one of ${names.join(', ')}` };
}

export const WHOLE_SEED: Limit = {
  allows: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) < 1e15,
  write: 'a whole number of up to 15 digits',
};
