import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fragmentOf, type LabState, stateIn } from '../../src/lab/controls/lab-state.ts';

const values = fc.dictionary(
  fc.string().filter((id) => !['file', 'pin', 'chapter', '__proto__'].includes(id)),
  fc.string(),
  { noNullPrototype: true },
);

test('a state comes back from its address', () => {
  const states = fc.record({
    file: fc.string(),
    values,
    pinned: fc.option(values, { nil: null }),
    chapter: fc.option(fc.string(), { nil: null }),
  });
  fc.assert(
    fc.property(states, (state: LabState) => {
      expect(stateIn(`#${fragmentOf(state)}`)).toEqual(state);
    }),
  );
});

test.each([
  ['', null],
  ['#max=4', null],
  ['#file=a.yaml&pin=nonsense', { file: 'a.yaml', values: {}, pinned: null, chapter: null }],
  ['#file=a.yaml&pin=[1]', { file: 'a.yaml', values: {}, pinned: null, chapter: null }],
  [
    '#file=a.yaml&max=4&pin={"max":8}',
    { file: 'a.yaml', values: { max: '4' }, pinned: { max: '8' }, chapter: null },
  ],
  ['#file=a.yaml&chapter=2', { file: 'a.yaml', values: {}, pinned: null, chapter: '2' }],
])('the address %s is read as what is right in it', (fragment, state) => {
  expect(stateIn(fragment)).toEqual(state);
});

test('no address is an error', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (fragment) => {
      const state = stateIn(fragment);
      if (state !== null) expect(typeof state.file).toBe('string');
    }),
  );
});
