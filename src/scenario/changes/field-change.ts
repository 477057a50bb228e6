import { nearestWord, ProblemError, problem } from '../../problem/index.ts';
import type { Overrides } from '../context.ts';
import { COMPUTE_FIELDS, SCENARIO_FIELDS } from '../schema/scenario-schema.ts';
import { readDocument } from '../text/document.ts';
import { DEEPEST, TOO_DEEP } from '../text/located.ts';

/** A new value for a field of a scenario. */
export interface FieldChange {
  /** The name of the change in problems, such as `--set max`. */
  readonly flag: string;
  readonly path: readonly PropertyKey[];
  /** The value as a document would have it. Undefined removes the field. */
  readonly value: unknown;
}

/** The connection path of all clients. It is not a field of the file but a short form for `route` of each demand. */
export const POOLER = 'pooler';

/** Reads `compute.workingSet=4GB` or `demand.staff.query.cpu=80ms`. `max=4` is short for `compute.max=4`. */
export function parseFieldChange(text: string, flag: string): FieldChange {
  const at = text.indexOf('=');
  const name = text.slice(0, Math.max(0, at)).trim();
  const value = text.slice(at + 1).trim();
  if (name === '' || value === '')
    throw problem(
      { field: flag },
      `found "${text}"`,
      'write a field and its value such as max=4 or compute.workingSet=4GB',
    );
  const own = `${flag} ${name}`;
  const path = name.replace(/\[(\d+)\]/g, '.$1').split('.');
  if (path.length > DEEPEST) throw new ProblemError([{ place: { field: flag }, ...TOO_DEEP }]);
  return { flag: own, path: fromTop(path, own), value: readDocument(value, own).value };
}

function fromTop(path: readonly string[], flag: string): readonly string[] {
  const [first = ''] = path;
  if (first === POOLER && path.length === 1) return path;
  if (SCENARIO_FIELDS.includes(first)) return path;
  if (COMPUTE_FIELDS.includes(first)) return ['compute', ...path];
  const short = [...COMPUTE_FIELDS, POOLER];
  const meant = nearestWord(first, [...short, ...SCENARIO_FIELDS]);
  throw problem(
    { field: flag },
    'this field is not known',
    meant === undefined
      ? `use ${short.join(', ')}, or a path that begins with ${SCENARIO_FIELDS.join(', ')}`
      : `did you mean ${meant}?`,
  );
}

/** Returns the overrides without those that a change replaces. */
export function withoutChangedFields(overrides: Overrides, changes: readonly FieldChange[]): Overrides {
  const { seed, facts, plan, prices, assume, ...rest } = overrides;
  const replacing = Object.entries({ seed, facts, plan, prices }).filter(
    ([name, value]) => value !== undefined && !changes.some(({ path }) => path[0] === name),
  );
  // The path of an assumption ends with its name, whether it is an assumption of the scenario or of one load.
  const assumptions = Object.entries(assume ?? {}).filter(
    ([name]) => !changes.some(({ path }) => path.at(-1) === name),
  );
  return { ...rest, ...Object.fromEntries(replacing), assume: Object.fromEntries(assumptions) };
}
