import type { ScenarioFields } from '../../library/tidemark.ts';

/** A demand of a scenario. */
export interface DemandIn {
  /** The path of its fields in changes. */
  readonly path: string;
  readonly kind: string;
  readonly name: string;
  readonly fields: ScenarioFields;
}

/** The only compute of a scenario, whether it stands alone or in a list. */
export function computeIn(fields: ScenarioFields): ScenarioFields {
  const { computes } = fields;
  return groupOf(Array.isArray(computes) ? computes[0] : fields.compute);
}

/** How many computes a scenario has. */
export function computesIn({ computes }: ScenarioFields): number {
  if (!Array.isArray(computes)) return 1;
  return computes.reduce<number>((sum, one) => sum + Number(groupOf(one).copies ?? 1), 0);
}

/** The demand of the only compute. */
export function demandsIn(fields: ScenarioFields): readonly DemandIn[] {
  const demand = Array.isArray(fields.computes) ? computeIn(fields).demand : fields.demand;
  return (Array.isArray(demand) ? demand : []).map((one, index) => {
    const own = groupOf(one);
    const kind = fieldText(own.kind, '');
    return { path: `demand.${index}`, kind, name: fieldText(own.name, kind), fields: own };
  });
}

/** A field within fields. */
export function at(fields: ScenarioFields, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => groupOf(value)[key], fields);
}

/** A value as a text of the notation. */
export function fieldText(value: unknown, otherwise: string): string {
  if (value === undefined || value === null) return otherwise;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function groupOf(value: unknown): ScenarioFields {
  return typeof value === 'object' && value !== null ? (value as ScenarioFields) : {};
}
