import { DEFAULT_FACT_SET, defaultRange, factSet } from '../../facts/index.ts';
import { nearestWord, type Place, problem } from '../../problem/index.ts';
import { fieldName } from '../notation/field-name.ts';
import { describe } from '../text/check.ts';
import type { Document } from '../text/document.ts';
import { type FieldChange, POOLER } from './field-change.ts';

/** Applies changes to a document, one after the other. A problem with a change names its flag, not a line. */
export function changedDocument(document: Document, changes: readonly FieldChange[]): Document {
  let { value } = document;
  const made: FieldChange[] = [];
  for (const change of changes) {
    for (const one of expanded(value, change)) {
      const placed = { ...one, path: resolved(value, one) };
      value = changed(asRange(value, placed), placed.path, placed.value);
      made.push(placed);
    }
  }
  return { ...document, value, place: (path) => placeOf(path, made) ?? document.place(path) };
}

/**
 * Turns `pooler`, of the scenario or of a compute in its list, into one change of `route` for each demand that has
 * clients.
 */
function expanded(value: unknown, change: FieldChange): FieldChange[] {
  const { flag, path } = change;
  const isOfListed = path[0] === 'computes' && path.length === 3 && path[2] === POOLER;
  if (path[0] !== POOLER && !isOfListed) return [{ ...change, path: inOnlyCompute(value, path, flag) }];
  if (typeof change.value !== 'boolean')
    throw problem({ field: flag }, `found ${describe(change.value)}`, 'write true or false');
  const route = change.value ? 'pooler' : 'direct';
  const top = isOfListed
    ? resolved(value, { ...change, path: [...path.slice(0, 2), 'demand'] })
    : inOnlyCompute(value, ['demand'], flag);
  const list = at(value, top);
  return (Array.isArray(list) ? list : []).flatMap((one, i) =>
    ['load', 'trace'].includes(String(at(one, ['kind'])))
      ? []
      : [{ flag, path: [...top, i, 'route'], value: route }],
  );
}

/** Returns the path within the only compute if the scenario has a list of one. Throws if it lists several. */
function inOnlyCompute(value: unknown, path: readonly PropertyKey[], flag: string): readonly PropertyKey[] {
  const list = at(value, ['computes']);
  if (!Array.isArray(list) || (path[0] !== 'compute' && path[0] !== 'demand')) return path;
  if (list.length !== 1)
    throw problem(
      { field: flag },
      `the scenario lists ${list.length} computes`,
      `name one of them, such as computes.0.${path.slice(path[0] === 'compute' ? 1 : 0).join('.')}`,
    );
  return ['computes', 0, ...(path[0] === 'compute' ? path.slice(1) : path)];
}

/** Replaces names of list items in a path by their indices. */
function resolved(root: unknown, { path, flag }: FieldChange): readonly PropertyKey[] {
  let value = root;
  return path.map((key, i) => {
    const before = fieldName(path.slice(0, i));
    if (Array.isArray(value)) {
      const names = value.map((one, index) => String(at(one, ['name']) ?? index));
      const index = /^\d+$/.test(String(key)) ? Number(key) : names.indexOf(String(key));
      if (index < 0 || index >= names.length) {
        const meant = nearestWord(String(key), names);
        throw problem(
          { field: flag },
          `${before} has no ${String(key)}`,
          meant === undefined ? `use one of ${names.join(', ') || 'none'}` : `did you mean ${meant}?`,
        );
      }
      value = value[index];
      return index;
    }
    if (value !== undefined && (typeof value !== 'object' || value === null))
      throw problem(
        { field: flag },
        `${before} is ${describe(value)} and has no fields`,
        `set all of ${before}`,
      );
    value = at(value, [key]);
    return key;
  });
}

/** Rewrites the compute of a change so that a fixed size and a range never stand side by side. */
function asRange(root: unknown, { path }: FieldChange): unknown {
  const key = path.at(-1);
  const holder = path.slice(0, -1);
  const isCompute =
    holder[0] === 'compute' ? holder.length === 1 : holder[0] === 'computes' && holder.length === 2;
  if (!isCompute || (key !== 'size' && key !== 'min' && key !== 'max')) return root;
  const [size, min, max] = ['size', 'min', 'max'].map((name) => at(root, [...holder, name]));
  const isWritten = min !== undefined || max !== undefined;
  const [low, high] =
    key === 'size'
      ? [undefined, undefined]
      : isWritten
        ? [min, max]
        : [size ?? RANGE.minCu, size ?? RANGE.maxCu];
  return Object.entries({ size: undefined, min: low, max: high }).reduce(
    (value, [name, to]) => changed(value, [...holder, name], to),
    root,
  );
}

function changed(value: unknown, [key, ...rest]: readonly PropertyKey[], to: unknown): unknown {
  if (key === undefined) return to;
  const inner = changed(at(value, [key]), rest, to);
  if (Array.isArray(value)) return value.map((one, i) => (i === key ? inner : one));
  const { [key]: _, ...others } = (value ?? {}) as Record<PropertyKey, unknown>;
  return inner === undefined ? others : { ...others, [key]: inner };
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (one, key) => (one as Record<PropertyKey, unknown> | null | undefined)?.[key],
    value,
  );
}

/** Returns the place of the last change that set a path, or else that set a field directly below it. */
function placeOf(path: readonly PropertyKey[], made: readonly FieldChange[]): Place | null {
  const begins = (long: readonly PropertyKey[], short: readonly PropertyKey[]) =>
    short.every((key, i) => String(key) === String(long[i]));
  const holding = made.findLast((change) => begins(path, change.path));
  if (holding !== undefined) {
    const rest = path.slice(holding.path.length);
    return { field: `${holding.flag}${fieldName(['', ...rest])}` };
  }
  const within = made.findLast(
    (change) => change.path.length === path.length + 1 && begins(change.path, path),
  );
  return path.length === 0 || within === undefined ? null : { field: within.flag };
}

/** A document says nothing about facts, which flags may choose. */
const RANGE = defaultRange(factSet(DEFAULT_FACT_SET));
