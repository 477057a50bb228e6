/** A schema as OpenAPI 3.0.3 writes it. */
export interface OpenApiSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly nullable?: boolean;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: boolean;
  readonly exclusiveMaximum?: boolean;
  readonly properties?: Readonly<Record<string, OpenApiSchema>>;
  readonly additionalProperties?: boolean | OpenApiSchema;
  readonly items?: OpenApiSchema;
  readonly not?: OpenApiSchema;
  readonly allOf?: readonly OpenApiSchema[];
  readonly anyOf?: readonly OpenApiSchema[];
  readonly oneOf?: readonly OpenApiSchema[];
  readonly discriminator?: {
    readonly propertyName: string;
    readonly mapping?: Readonly<Record<string, string>>;
  };
  readonly [keyword: string]: unknown;
}

/** A schema of JSON Schema 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * A property that the description lacks and that is allowed all the same: `type` is its schema, `schema` the name of
 * the object that may have it.
 */
export interface Extra {
  readonly schema: string;
  readonly property: string;
  readonly type: OpenApiSchema;
}

/**
 * All named schemas as one document, to which the schemas made by `closed` and `part` refer. Each is there twice: under
 * its name closed, for where it stands alone, and open as a part, for where others are laid over it.
 */
export function definitions(
  schemas: Readonly<Record<string, OpenApiSchema>>,
  extras: readonly Extra[],
): JsonSchema {
  const $defs: Record<string, JsonSchema> = {};
  for (const [name, schema] of Object.entries(schemas)) {
    const added = extras.filter((extra) => extra.schema === name);
    const more = Object.fromEntries(added.map(({ property, type }) => [property, type]));
    const whole = added.length === 0 ? schema : { ...schema, properties: { ...schema.properties, ...more } };
    $defs[`${name}:part`] = part(whole);
    $defs[name] = close(schema, { $ref: reference(name, 'part') });
  }
  return { $id: DOCUMENT, $defs };
}

/** A schema where it stands alone: objects have no properties but those that some part of it names. */
export function closed(schema: OpenApiSchema): JsonSchema {
  return convert(schema, 'whole');
}

/** A schema as a part of a composition, which closes the object once, around all parts. */
export function part(schema: OpenApiSchema): JsonSchema {
  return convert(schema, 'part');
}

const DOCUMENT = 'description';

type Place = 'whole' | 'part';

/** Keywords that say nothing about a value. The validator refuses unknown ones, so they stay. */
const SILENT =
  /^(x-.*|description|title|example|default|deprecated|discriminator|externalDocs|xml|readOnly|writeOnly)$/;

const LIMITS = new Set(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum']);

const COMPOSITIONS = ['allOf', 'anyOf', 'oneOf'] as const;

function convert({ nullable, ...schema }: OpenApiSchema, place: Place): JsonSchema {
  if (nullable === true) return withNull(schema, convert(schema, place));
  // OpenAPI 3.0 ignores what stands beside a reference.
  if (schema.$ref !== undefined) return { $ref: reference(nameOf(schema.$ref), place) };
  const open = { ...keywords(schema), ...limits(schema), ...children(schema) };
  return place === 'whole' ? close(schema, open) : open;
}

function withNull(schema: OpenApiSchema, converted: JsonSchema): JsonSchema {
  if (schema.type === undefined || schema.$ref !== undefined || COMPOSITIONS.some((key) => schema[key])) {
    return { anyOf: [converted, { type: 'null' }] };
  }
  return {
    ...converted,
    type: [schema.type, 'null'],
    ...(schema.enum !== undefined && { enum: [...new Set([...schema.enum, null])] }),
  };
}

/** Parts of one composition see each other's properties only through `unevaluatedProperties`. */
function close(schema: OpenApiSchema, open: JsonSchema): JsonSchema {
  const mayBeObject =
    schema.type === 'object' ||
    schema.$ref !== undefined ||
    schema.properties !== undefined ||
    COMPOSITIONS.some((key) => schema[key] !== undefined);
  return mayBeObject ? { ...open, unevaluatedProperties: false } : open;
}

function keywords(schema: OpenApiSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => !SILENT.test(keyword) && !LIMITS.has(keyword)),
  );
}

/** Exclusive limits were flags beside the limit and are limits of their own now. */
function limits({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: OpenApiSchema): JsonSchema {
  return {
    ...(minimum !== undefined && { [exclusiveMinimum === true ? 'exclusiveMinimum' : 'minimum']: minimum }),
    ...(maximum !== undefined && { [exclusiveMaximum === true ? 'exclusiveMaximum' : 'maximum']: maximum }),
  };
}

function children(schema: OpenApiSchema): JsonSchema {
  const { properties, additionalProperties, items, not, allOf, anyOf, oneOf } = schema;
  return {
    ...(properties !== undefined && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, closed(one)])),
    }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: closed(additionalProperties) }),
    ...(items !== undefined && { items: closed(items) }),
    ...(not !== undefined && { not: part(not) }),
    ...(allOf !== undefined && { allOf: allOf.map(part) }),
    ...(anyOf !== undefined && { anyOf: anyOf.map((one) => alternative(schema, one)) }),
    ...(oneOf !== undefined && { oneOf: oneOf.map((one) => alternative(schema, one)) }),
  };
}

/** Under a discriminator, each alternative has the property with a value of its own. */
function alternative({ discriminator }: OpenApiSchema, one: OpenApiSchema): JsonSchema {
  const { $ref } = one;
  if (discriminator === undefined || $ref === undefined) return part(one);
  const { propertyName, mapping = {} } = discriminator;
  const values = Object.keys(mapping).filter((value) => mapping[value] === $ref);
  return {
    ...part(one),
    required: [propertyName],
    properties: { [propertyName]: { enum: values.length > 0 ? values : [nameOf($ref)] } },
  };
}

function nameOf($ref: string): string {
  return $ref.replace('#/components/schemas/', '');
}

/** A colon cannot occur in the names of the description. */
function reference(name: string, place: Place): string {
  return `${DOCUMENT}#/$defs/${place === 'part' ? `${name}:part` : name}`;
}
