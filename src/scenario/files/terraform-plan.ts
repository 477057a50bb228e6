import { z } from 'zod';
import { SECOND_MS } from '../../facts/index.ts';
import { type Place, problem } from '../../problem/index.ts';
import { durationText } from '../notation/notation-text.ts';
import { checkDocument } from '../text/check.ts';
import { type Document, readDocument } from '../text/document.ts';

/** A compute of a Terraform plan, before or after the change, in its written form such as `0.25-2, 5m`. */
export interface PlannedCompute {
  /** The address of its resource, such as `neon_endpoint.main`. */
  readonly address: string;
  readonly configuration: string;
  readonly isPooled: boolean;
  readonly place: Place;
}

export type PlanSide = 'before' | 'after';

/** Reads the text of a plan. A log has a JSON document in each line. */
export function readTerraformPlan(text: string, file: string): Document {
  if (text.startsWith('{"@level"'))
    throw problem({ file }, 'this is the log of terraform plan -json, and not the plan', HOW_TO_WRITE_PLAN);
  return readDocument(text, file);
}

/**
 * Reads a compute from a plan of the provider kislerdm/neon, as `terraform show -json` prints it: a resource
 * `neon_endpoint`, or the `default_endpoint_settings` of a `neon_project`.
 *
 * @param address the resource. Undefined for the only compute, or for the only one that changes.
 */
export function plannedCompute(
  document: Document,
  address: string | undefined,
  side: PlanSide,
): PlannedCompute {
  const compute = computeAt(document, address);
  const { path, change } = compute;
  const place = { ...document.place([...path, 'change', side]), field: compute.address };
  const resource = change[side];
  if (resource === null)
    throw side === 'before'
      ? problem(place, 'the plan creates it, so it has no configuration before', 'state one with ‹current›')
      : problem(
          place,
          'the plan deletes it, so it has no configuration after',
          'name another with ‹resource›',
        );
  const inner = compute.isProject ? ['default_endpoint_settings', 0] : [];
  const settings = valueAt(resource, inner);
  const at = (name: string) => ({
    ...document.place([...path, 'change', side, ...inner, name]),
    field: `${compute.address} ${name}`,
  });
  const field = (name: FieldName): unknown => {
    if (side === 'after' && isUnknown(change.after_unknown, [...inner, name]))
      throw problem(at(name), 'its value is known only after apply', 'state it in the resource');
    return valueAt(settings, [name]) ?? null;
  };
  const cu = (name: FieldName): number => {
    const value = field(name);
    if (typeof value === 'number') return value;
    throw value === null
      ? problem(at(name), 'it has no value', 'state it in the resource')
      : problem(at(name), `found ${JSON.stringify(value)}`, 'write a number of CU');
  };
  const [minCu, maxCu] = [cu('autoscaling_limit_min_cu'), cu('autoscaling_limit_max_cu')];
  const seconds = field('suspend_timeout_seconds') ?? 0;
  if (typeof seconds !== 'number')
    throw problem(at('suspend_timeout_seconds'), `found ${JSON.stringify(seconds)}`, 'write seconds');
  const isPooled = !compute.isProject && field('pooler_enabled') === true;
  const sizes = minCu === maxCu ? `${minCu}` : `${minCu}-${maxCu}`;
  // 0 is the default of the service.
  const timeout = seconds < 0 ? ', off' : seconds === 0 ? '' : `, ${durationText(seconds * SECOND_MS)}`;
  return {
    address: compute.address,
    configuration: `${sizes}${timeout}${isPooled ? ', pooler' : ''}`,
    isPooled,
    place,
  };
}

type FieldName =
  | 'autoscaling_limit_min_cu'
  | 'autoscaling_limit_max_cu'
  | 'suspend_timeout_seconds'
  | 'pooler_enabled';

const planSchema = z.looseObject({
  resource_changes: z
    .array(
      z.looseObject({
        address: z.string(),
        mode: z.string().optional(),
        type: z.string(),
        change: z.looseObject({
          actions: z.array(z.string()),
          before: z.looseObject({}).nullable().default(null),
          after: z.looseObject({}).nullable().default(null),
          after_unknown: z.unknown(),
        }),
      }),
      { error: 'a list of resources, each with its address, type and change' },
    )
    .default([]),
});

interface ChangedCompute {
  readonly address: string;
  readonly isProject: boolean;
  readonly path: readonly PropertyKey[];
  readonly change: z.output<typeof planSchema>['resource_changes'][number]['change'];
}

function computeAt(document: Document, address: string | undefined): ChangedCompute {
  const computes = computesOf(document);
  const list = computes.map((one) => one.address).join(', ');
  if (computes.length === 0)
    throw problem(
      { file: document.file },
      'the plan has no compute: no neon_endpoint, and no neon_project with default_endpoint_settings',
      'give the plan of a configuration that has one',
    );
  if (address !== undefined) {
    const named = computes.find((one) => one.address === address);
    if (named !== undefined) return named;
    throw problem({ field: '‹resource›' }, `the plan has no compute ${address}`, `name one of ${list}`);
  }
  const changing = computes.filter(({ change }) => !change.actions.includes('no-op'));
  const [only, ...more] = computes.length === 1 ? computes : changing;
  if (only !== undefined && more.length === 0) return only;
  throw problem(
    { file: document.file },
    `the plan has ${computes.length} computes: ${list}`,
    'name one with ‹resource›',
  );
}

function computesOf(document: Document): ChangedCompute[] {
  refuseOther(document);
  const { resource_changes: changes } = checkDocument(document, planSchema);
  return changes.flatMap(({ address, mode = 'managed', type, change }, i) => {
    const isProject = type === 'neon_project';
    const settings = ['default_endpoint_settings', 0];
    const hasCompute =
      type === 'neon_endpoint' ||
      (isProject && [change.before, change.after].some((one) => isRecord(valueAt(one, settings))));
    return mode === 'managed' && hasCompute
      ? [{ address, isProject, path: ['resource_changes', i], change }]
      : [];
  });
}

/** Other files that Terraform writes are easily taken for a plan in JSON. */
function refuseOther({ file, value }: Document): void {
  const has = (name: string) => isRecord(value) && Object.hasOwn(value, name);
  if (has('resource_changes') || has('planned_values')) return;
  const what =
    has('values') || has('lineage')
      ? 'this is a state of Terraform, and not a plan'
      : 'this is no Terraform plan in JSON';
  throw problem({ file }, what, HOW_TO_WRITE_PLAN);
}

export const HOW_TO_WRITE_PLAN =
  'write one with terraform plan -out plan.out, and terraform show -json plan.out > plan.json';

/** A value is unknown if a value around it is. */
function isUnknown(unknown: unknown, path: readonly PropertyKey[]): boolean {
  return path.some((_, i) => valueAt(unknown, path.slice(0, i + 1)) === true);
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (isRecord(inner) ? (inner as Record<PropertyKey, unknown>)[key] : undefined),
    value,
  );
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
