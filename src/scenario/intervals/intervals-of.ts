import { type Problem, ProblemError } from '../../problem/index.ts';
import { parseBytes, parseDuration } from '../notation/notation.ts';
import { scenarioSchema } from '../schema/scenario-schema.ts';
import { checkDocument, describe } from '../text/check.ts';
import type { Document } from '../text/document.ts';
import type { QuantityUnit, UncertainQuantity } from './interval.ts';
import { likelyValues, withValues } from './with-values.ts';

/** Whether a scenario has intervals, right or wrong. */
export function hasIntervals({ value }: Document): boolean {
  return found(value).length > 0;
}

/** Returns the intervals of a scenario. Throws every mistake in them, each with its line. */
export function intervalsOf(document: Document): UncertainQuantity[] {
  const all = found(document.value);
  if (all.length === 0) return [];
  const problems: Problem[] = [];
  const intervals = all.flatMap(({ path, value, name }) => {
    const read = isUncertain(document.value, path) ? intervalIn(value) : NOT_HERE;
    if ('unit' in read) return [{ ...read, path, name, isWhole: false }];
    problems.push({ place: document.place(path), ...read });
    return [];
  });
  if (problems.length > 0) throw new ProblemError(problems);
  const likely = likelyValues(intervals);
  checkDocument(withValues(document, intervals, likely), scenarioSchema);
  return intervals.map((one, i) => {
    for (const end of ['low', 'high'] as const)
      checkEnd(document, intervals, likely.with(i, one[end]), i, end);
    return { ...one, isWhole: isWhole(document, intervals, i) };
  });
}

interface FoundInterval {
  readonly path: readonly PropertyKey[];
  readonly name: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** Everything with a field `likely`. No other field of a scenario has this name. */
function found(value: unknown, path: readonly PropertyKey[] = [], name = ''): FoundInterval[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Object.hasOwn(value, 'likely')) return [{ path, name, value: value as FoundInterval['value'] }];
  return Object.entries(value).flatMap(([key, inner]) => {
    const own = (inner as { readonly name?: unknown } | null)?.name;
    const shown = Array.isArray(value) && typeof own === 'string' ? own : key;
    return found(
      inner,
      [...path, Array.isArray(value) ? Number(key) : key],
      name === '' ? shown : `${name}.${shown}`,
    );
  });
}

type Finding = Pick<Problem, 'found' | 'remedy'>;

const NOT_HERE: Finding = {
  found: 'an interval cannot stand here',
  remedy: 'write one value; demand, workingSet, assumptions and prices may have intervals',
};

/** A configuration is chosen, a span is set, and a trace is measured, so none of them is uncertain. */
function isUncertain(root: unknown, path: readonly PropertyKey[]): boolean {
  const within = path[0] === 'computes' ? path.slice(2) : path[0] === 'compute' ? path.slice(1) : path;
  const [field] = within;
  if (field !== 'demand') return ['workingSet', 'assumptions', 'prices'].includes(String(field));
  const demand = path
    .slice(0, path.length - within.length + 2)
    .reduce<unknown>((one, key) => (one as Readonly<Record<PropertyKey, unknown>>)[key], root);
  return (demand as { readonly kind?: unknown }).kind !== 'trace';
}

const ENDS = ['low', 'likely', 'high'] as const;

function intervalIn(
  value: FoundInterval['value'],
): Finding | Omit<UncertainQuantity, 'name' | 'path' | 'isWhole'> {
  const other = Object.keys(value).find((key) => !ENDS.some((end) => end === key));
  const missing = ENDS.find((end) => value[end] === undefined);
  if (other !== undefined || missing !== undefined)
    return {
      found: other === undefined ? `the interval has no ${missing}` : `the interval has ${other}`,
      remedy: `write low, likely and high, such as ${EXAMPLE}`,
    };
  const texts = ENDS.map((end) => value[end]);
  for (const [unit, read] of READERS) {
    const [low, likely, high] = texts.map(read);
    if (low == null || likely == null || high == null) continue;
    if (low <= likely && likely <= high) return { unit, low, likely, high };
    return {
      found: `found ${texts.map(describe).join(', ')}`,
      remedy: 'write low, likely and high in this order, the smallest first',
    };
  }
  return {
    found: `found ${texts.map(describe).join(', ')}`,
    remedy: `write three numbers, three durations or three amounts, such as ${EXAMPLE}`,
  };
}

const EXAMPLE = '{ low: 5ms, likely: 20ms, high: 100ms }';

const READERS: readonly (readonly [QuantityUnit, (value: unknown) => number | null])[] = [
  ['number', (value) => (typeof value === 'number' && Number.isFinite(value) ? value : null)],
  ['ms', (value) => (typeof value === 'string' ? parseDuration(value) : null)],
  ['bytes', (value) => (typeof value === 'string' ? parseBytes(value) : null)],
];

/** Reports an end that its field does not allow at the line of that end. */
function checkEnd(
  document: Document,
  intervals: readonly UncertainQuantity[],
  values: readonly number[],
  i: number,
  end: (typeof ENDS)[number],
): void {
  try {
    checkDocument(withValues(document, intervals, values), scenarioSchema);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const { path } = intervals[i] as UncertainQuantity;
    throw new ProblemError(error.problems.map((one) => ({ ...one, place: document.place([...path, end]) })));
  }
}

/** Tries a number between two whole ones. */
function isWhole(document: Document, intervals: readonly UncertainQuantity[], i: number): boolean {
  const { unit, low, likely, high } = intervals[i] as UncertainQuantity;
  if (unit !== 'number' || low === high || ![low, likely, high].every(Number.isInteger)) return false;
  const between = likelyValues(intervals).with(i, Math.floor((low + high) / 2) + 0.5);
  return !scenarioSchema.safeParse(withValues(document, intervals, between).value).success;
}
