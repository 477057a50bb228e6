import { nearestWord, ProblemError, problem } from '../../problem/index.ts';
import type { Overrides } from '../context.ts';
import { COMPUTE_FIELDS, SCENARIO_FIELDS } from '../schema/scenario-schema.ts';
import { readDocument } from '../text/document.ts';
import { DEEPEST, TOO_DEEP } from '../text/located.ts';

/** A field of a scenario that is to be otherwise than it is written. */
export interface FieldChange {
  /** What problems call it, such as `--set max`. */
  readonly flag: string;
  readonly path: readonly PropertyKey[];
  /** As a document has it; undefined leaves the field out. */
  readonly value: unknown;
}

/** How all clients come in: no field of its own, but one of each demand. */
export const POOLER = 'pooler';

/** `max=4`, `compute.workingSet=4GB`, `demand.staff.query.cpu=80ms`: fields of the compute need not name it. */
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

/** What flags say for all, but for what a change says itself. */
export function besideChanges(overrides: Overrides, changes: readonly FieldChange[]): Overrides {
  const { seed, facts, plan, prices, assume, ...rest } = overrides;
  const replacing = Object.entries({ seed, facts, plan, prices }).filter(
    ([name, value]) => value !== undefined && !changes.some(({ path }) => path[0] === name),
  );
  // The last name of a path is that of the assumption, be it of all or of one load.
  const told = Object.entries(assume ?? {}).filter(
    ([name]) => !changes.some(({ path }) => path.at(-1) === name),
  );
  return { ...rest, ...Object.fromEntries(replacing), assume: Object.fromEntries(told) };
}
