import { describe, expect, test } from 'vitest';
import { closed, definitions, type Extra, type OpenApiSchema, part } from './json-schema.ts';
import { validators } from './validators.ts';

/** Which of the values fit a schema, given others by name. */
function fitting<T>(
  schema: OpenApiSchema,
  values: readonly T[],
  schemas: Readonly<Record<string, OpenApiSchema>> = {},
  extras: readonly Extra[] = [],
): T[] {
  const validate = validators(schemas, extras)(closed(schema));
  return values.filter((value) => validate(value));
}

const text = { type: 'string' };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: Record<string, OpenApiSchema>, ...required: string[]) => ({
  type: 'object',
  properties,
  required,
});

describe('null', () => {
  test.each<[string, OpenApiSchema, unknown[]]>([
    ['a type', { type: 'string', nullable: true }, ['a', 'b', null]],
    ['an enumeration', { type: 'string', enum: ['a'], nullable: true }, ['a', null]],
    ['an enumeration that has it', { type: 'string', enum: ['a', null], nullable: true }, ['a', null]],
    ['a reference', { ...ref('A'), nullable: true }, ['a', null]],
    ['a composition', { type: 'string', allOf: [ref('A')], nullable: true }, ['a', null]],
    ['a named schema', ref('Nullable'), ['a', null]],
    ['none, where it is not said', { type: 'string', nullable: false }, ['a', 'b']],
    ['none beside a type', ref('A'), ['a']],
  ])('is valid for %s', (_, schema, expected) => {
    const named = {
      A: { type: 'string', enum: ['a'] },
      Nullable: { type: 'string', enum: ['a'], nullable: true },
    };
    expect(fitting(schema, ['a', 'b', null, 1, {}], named)).toEqual(expected);
  });

  test('leaves an object closed', () => {
    const schema = { ...object({ a: text }), nullable: true };
    expect(fitting<unknown>(schema, [null, { a: 'a' }, { a: 'a', b: 'b' }])).toEqual([null, { a: 'a' }]);
    const composed = { type: 'object', nullable: true, allOf: [object({ a: text }), object({ c: text })] };
    const values = [null, { a: 'a', c: 'c' }, { a: 'a', b: 'b' }, { c: 1 }];
    expect(fitting<unknown>(composed, values)).toEqual([null, { a: 'a', c: 'c' }]);
  });
});

describe('objects', () => {
  const values = [{}, { a: 'a' }, { a: 'a', b: 'b' }, { a: 'a', c: 1 }, { b: 'b' }, { a: 1 }];

  test.each<[string, OpenApiSchema, object[]]>([
    ['with properties are closed', object({ a: text }), [{}, { a: 'a' }]],
    ['without a type too', { properties: { a: text } }, [{}, { a: 'a' }]],
    ['without properties are empty', { type: 'object' }, [{}]],
    ['with no properties are empty', object({}), [{}]],
    ['are as open as they say', { type: 'object', additionalProperties: true }, values],
    [
      'are as open as the schema of the rest',
      { type: 'object', additionalProperties: text },
      [{}, { a: 'a' }, { a: 'a', b: 'b' }, { b: 'b' }],
    ],
    [
      'are closed where they say so',
      { ...object({ a: text }), additionalProperties: false },
      [{}, { a: 'a' }],
    ],
    ['that are named are closed', ref('A'), [{ a: 'a' }]],
    ['of which nothing is said are open', {}, values],
    ['of which a named schema says nothing are open', ref('Any'), values],
    [
      'made of parts are closed around all',
      { allOf: [ref('A'), object({ b: text })] },
      [{ a: 'a' }, { a: 'a', b: 'b' }],
    ],
    ['made of parts of parts too', { allOf: [ref('AB')] }, [{ a: 'a' }, { a: 'a', b: 'b' }]],
    [
      'made of a part that is another name too',
      { allOf: [ref('Alias'), object({ b: text })] },
      [{ a: 'a' }, { a: 'a', b: 'b' }],
    ],
    [
      'with parts beside properties too',
      { ...object({ b: text }), allOf: [ref('A')] },
      [{ a: 'a' }, { a: 'a', b: 'b' }],
    ],
    [
      'made of an open part are open',
      { allOf: [ref('A'), { type: 'object', additionalProperties: true }] },
      [{ a: 'a' }, { a: 'a', b: 'b' }, { a: 'a', c: 1 }],
    ],
    [
      'of several kinds have what their kind has',
      { anyOf: [ref('A'), object({ b: text }, 'b')] },
      [{ a: 'a' }, { a: 'a', b: 'b' }, { b: 'b' }],
    ],
  ])('%s', (_, schema, expected) => {
    const named = {
      A: object({ a: text }, 'a'),
      AB: { allOf: [ref('A'), object({ b: text })] },
      Alias: ref('A'),
      Any: {},
    };
    expect(fitting<object>(schema, values, named)).toEqual(expected);
  });

  test('in a part are closed separately', () => {
    const schema = { allOf: [object({ in: object({ a: text }) }), object({ out: ref('A') })] };
    const values = [{ in: { a: 'a' }, out: { a: 'a' } }, { in: { b: 'b' } }, { out: { b: 'b' } }];
    expect(fitting(schema, values, { A: object({ a: text }) })).toEqual(values.slice(0, 1));
  });

  test('may contain objects of their own kind', () => {
    const named = { Tree: object({ name: text, leaves: { type: 'array', items: ref('Tree') } }, 'name') };
    const good = { name: 'a', leaves: [{ name: 'b', leaves: [{ name: 'c' }] }] };
    const values = [
      good,
      { name: 'a', leaves: [{ name: 'b', leaves: [{}] }] },
      { name: 'a', leaves: [{ name: 'b', leaves: [{ name: 'c', more: 1 }] }] },
    ];
    expect(fitting(ref('Tree'), values, named)).toEqual([good]);
    expect(fitting({ allOf: [ref('Tree')] }, values, named)).toEqual([good]);
  });

  test('have the schema of the kind that a property names', () => {
    const named = { Cat: object({ name: text }), Dog: object({ name: text, trick: text }) };
    const discriminator = { propertyName: 'kind', mapping: { cat: ref('Cat').$ref } };
    const schema = { type: 'object', discriminator, oneOf: [ref('Cat'), ref('Dog')] };
    const good = [
      { kind: 'cat', name: 'a' },
      { kind: 'Dog', trick: 'b' },
    ];
    const bad = [{ name: 'a' }, { kind: 'cat', trick: 'b' }, { kind: 'dog' }];
    expect(fitting<object>(schema, [...good, ...bad], named)).toEqual(good);
  });
});

test('extra fields are allowed for one object, also as a part of others', () => {
  const named = { A: object({ a: text }), B: object({ b: text }) };
  const extras = [{ schema: 'A', property: 'more', type: { type: 'boolean' } }];
  const values = [{ more: true }, { more: 'yes' }, { a: 'a', less: 1 }];
  expect(fitting<object>(ref('A'), values, named, extras)).toEqual([{ more: true }]);
  expect(fitting<object>({ allOf: [ref('A'), ref('B')] }, values, named, extras)).toEqual([{ more: true }]);
  expect(fitting<object>(ref('B'), values, named, extras)).toEqual([]);
});

describe('numbers', () => {
  test.each<[string, OpenApiSchema, number[]]>([
    ['minimum', { type: 'integer', minimum: 0 }, [0, 1, 2 ** 31, 2 ** 53]],
    ['exclusive minimum', { type: 'integer', minimum: 0, exclusiveMinimum: true }, [1, 2 ** 31, 2 ** 53]],
    ['inclusive minimum', { type: 'integer', minimum: 0, exclusiveMinimum: false }, [0, 1, 2 ** 31, 2 ** 53]],
    ['exclusive maximum', { type: 'number', maximum: 1, exclusiveMaximum: true }, [-1, 0, 0.5]],
    ['int32', { type: 'integer', format: 'int32' }, [-1, 0, 1]],
    ['int64', { type: 'integer', format: 'int64' }, [-1, 0, 1, 2 ** 31, 2 ** 53]],
    ['uint64', { type: 'integer', format: 'uint64' }, [0, 1, 2 ** 31, 2 ** 53]],
  ])('%s', (_, schema, expected) => {
    expect(fitting(schema, [-1, 0, 0.5, 1, 2 ** 31, 2 ** 53])).toEqual(expected);
  });
});

describe('keywords', () => {
  test('without effect on values are removed, but not properties with their names', () => {
    const properties = { title: text, example: text, 'x-a': text, description: text };
    const schema = {
      ...object(properties),
      title: 'T',
      example: {},
      'x-a': 1,
      description: 'D',
      deprecated: true,
    };
    expect(closed(schema)).toEqual({
      type: 'object',
      properties,
      required: [],
      unevaluatedProperties: false,
    });
    expect(part(schema)).toEqual({ type: 'object', properties, required: [] });
  });

  test('beside a reference are removed', () => {
    expect(closed({ ...ref('A'), description: 'D', type: 'string' })).toEqual({
      $ref: 'description#/$defs/A',
    });
    expect(part(ref('A'))).toEqual({ $ref: 'description#/$defs/A:part' });
    expect(Object.keys(definitions({ A: text }, []).$defs as object)).toEqual(['A:part', 'A']);
  });

  test.each<[string, OpenApiSchema]>([
    ['a keyword', { type: 'string', minLenght: 1 }],
    ['a format', { type: 'string', format: 'moon-phase' }],
    ['a name', ref('Nobody')],
  ])('that are unknown do not compile: %s', (_, schema) => {
    expect(() => fitting(schema, [])).toThrow(/minLenght|moon-phase|Nobody/);
  });
});
