import { QUANTITY_PATTERNS } from '../notation/notation.ts';

interface Schema {
  readonly [field: string]: unknown;
}
type Schemas = Readonly<Record<string, Schema>>;

/** Adds to the JSON Schema of a scenario that quantities may be intervals, in the parts that may have some. */
export function withIntervals(schema: Schema): Schema {
  const { properties, $defs: before } = schema as { readonly properties: Schemas; readonly $defs: Schemas };
  const after: Record<string, Schema> = { ...before, interval: INTERVAL };
  const visited = new Set<string>();
  const resolved = (one: Schema): Schema =>
    typeof one.$ref === 'string' ? resolved(before[defName(one.$ref)] as Schema) : one;
  const extended = (one: Schema): Schema => {
    if (isQuantity(resolved(one))) return { anyOf: [one, { $ref: '#/$defs/interval' }] };
    if (typeof one.$ref === 'string') {
      const name = defName(one.$ref);
      if (!visited.has(name)) {
        visited.add(name);
        after[name] = extended(before[name] as Schema);
      }
      return one;
    }
    return Object.fromEntries(
      Object.entries(one).map(([key, inner]) => {
        if (key === 'properties') return [key, extendedFields(inner as Schemas, (name) => !CHOSEN.has(name))];
        if (key === 'items') return [key, extended(inner as Schema)];
        return [key, key === 'anyOf' || key === 'oneOf' ? (inner as Schema[]).map(extended) : inner];
      }),
    );
  };
  const extendedFields = (fields: Schemas, isUncertain: (name: string) => boolean) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, inner]) => [name, isUncertain(name) ? extended(inner) : inner]),
    );
  const fields = extendedFields(properties, (name) => UNCERTAIN.has(name));
  return { ...schema, properties: fields, $defs: after };
}

const UNCERTAIN = new Set(['compute', 'computes', 'demand', 'assumptions', 'prices']);
/** Fields of a compute that somebody chooses. */
const CHOSEN = new Set(['size', 'min', 'max', 'suspendAfter', 'copies', 'changes']);

const INTERVAL: Schema = {
  type: 'object',
  properties: Object.fromEntries(
    ['low', 'likely', 'high'].map((end) => [end, { type: ['number', 'string'] }]),
  ),
  required: ['low', 'likely', 'high'],
  additionalProperties: false,
};

function defName(ref: string): string {
  return ref.slice('#/$defs/'.length);
}

function isQuantity({ type, pattern }: Schema): boolean {
  if (type === 'number' || type === 'integer') return true;
  return type === 'string' && QUANTITY_PATTERNS.includes(String(pattern));
}
