import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Differences, differences } from '../../src/page/differences.ts';

const json = fc.jsonValue({ maxDepth: 3 });

test('applying the differences turns one value into the other', () => {
  fc.assert(
    fc.property(json, json, (one, other) => {
      expect(differences(one, one)).toEqual([]);
      expect(JSON.stringify(changed(one, differences(one, other)))).toBe(JSON.stringify(other));
    }),
  );
});

test('an inner colour is one difference', () => {
  expect(differences({ a: [{ fill: '#fff', x: 1 }] }, { a: [{ fill: '#000', x: 1 }] })).toEqual([
    [['a', '0', 'fill'], '#000'],
  ]);
});

function changed(value: unknown, all: Differences): unknown {
  const holder = { value: structuredClone(value) };
  for (const [path, leaf] of all) {
    const whole = ['value', ...path];
    const inner = whole.slice(0, -1).reduce<unknown>((part, key) => (part as Parts)[key], holder);
    (inner as Parts)[whole.at(-1) as string] = leaf;
  }
  return holder.value;
}

type Parts = Record<string, unknown>;
