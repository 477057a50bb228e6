import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ProblemError } from '../../src/problem/index.ts';
import { fileJsonSchema, readDocument, readPortfolio } from '../../src/scenario/index.ts';

const root = new URL('../../', import.meta.url);
const textOf = (path: string) => readFileSync(new URL(path, root), 'utf8');
const validator = (of: 'scenario' | 'portfolio') =>
  new Ajv2020({ strict: false, allErrors: true }).compile(fileJsonSchema(of));

const validate = validator('scenario');

test.each(readdirSync(new URL('scenarios/', root)).filter((name) => name.endsWith('.yaml')))(
  '%s is valid by the schema for editors',
  (name) => {
    validate(parse(textOf(`scenarios/${name}`)));
    expect(validate.errors).toBeNull();
  },
);

describe('a list of databases', () => {
  const isValid = validator('portfolio');

  const isRead = (value: unknown) => {
    try {
      readPortfolio(readDocument(JSON.stringify(value), 'list.json'));
      return true;
    } catch (error) {
      if (error instanceof ProblemError) return false;
      throw error;
    }
  };

  test('is valid as in the example, and invalid with a mistake', () => {
    const list = parse(textOf('scenarios/portfolios/shops.yaml'));
    expect([isValid(list), isRead(list)]).toEqual([true, true]);
    const [first, ...rest] = list.databases;
    for (const wrong of [{ ...first, curent: '1' }, { ...first, plan: 'gold' }, { name: 'a' }])
      expect([isValid({ databases: [wrong, ...rest] }), isRead({ databases: [wrong, ...rest] })]).toEqual([
        false,
        false,
      ]);
  });

  /** All but what no schema says: zones that there are not, durations without end, names that come twice. */
  const field = (...values: readonly unknown[]) =>
    fc.constantFrom<unknown[]>(...values, ...values, 3.5, true, '', null, [], {});
  const entry = fc.record(
    {
      file: field('a.csv', '../b.json'),
      project: field('shop'),
      tags: field({ team: 'a', tier: 1 }, { 'no name': 'a' }, { team: '' }, { team: ['a'] }),
      plan: field('free', 'launch', 'scale', 'gold'),
      current: field('1-2, 5m', 'x'.repeat(200), 'x'.repeat(201)),
      map: field(['cpu=load'], { cpu: 'load' }, { cpu: 1 }, [''], Array(51).fill('cpu=a')),
      vcpus: field(2, 0.01, 1000, 0, 1001),
      timezone: fc.constantFrom<unknown[]>('UTC', 'Europe/Berlin', null, 3, []),
      gap: field('zero', 'unknown', 'suspended', 'none'),
      logPrefix: field('%m [%p] '),
      preset: field('neon', 'rds', 'azure'),
      strict: field(true, false),
      capacity: field(2, '0.25-2'),
      idleBelow: field(0.06, 1001, '1'),
      cpuPerQuery: field('20ms', '1h', 20, 'soon'),
      vcpu: field(1),
    },
    { requiredKeys: ['file'] },
  );
  const mostly = fc.record(
    {
      file: fc.constant('a.csv'),
      plan: fc.constantFrom('free', null),
      vcpus: fc.constantFrom(2, null),
      capacity: fc.constantFrom(2, '1'),
    },
    { requiredKeys: ['file'] },
  );
  const list = fc
    .array(fc.tuple(fc.oneof(mostly, mostly, entry), fc.constantFrom('', '', '', 1, null)), { maxLength: 3 })
    .map((all) => ({
      databases: all.map(([one, name], i) => ({ name: name === '' ? `db ${i}` : name, ...one })),
    }));

  test('is read exactly if the schema allows it', () => {
    fc.assert(
      fc.property(fc.oneof(list, list, list, fc.jsonValue()), (value) => {
        expect(isRead(value)).toBe(isValid(value));
      }),
    );
  });
});
