import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { factSet } from '../../src/facts/index.ts';
import { nearestWord } from '../../src/problem/index.ts';
import { readDocument, readPrices, readSamples } from '../../src/scenario/index.ts';
import { problemsOf } from './problems-of.ts';

const samples = (text: string) => readSamples(readDocument(text, 'samples.yaml'));
const prices = (text: string) => readPrices(readDocument(text, 'prices.yaml'), factSet('spec').prices.value);

describe('samples', () => {
  test('are read from JSON and YAML, with defaults', () => {
    const read = samples('[{"load1": 0.5, "workingSetPages": [1, 2]}]');
    expect(read).toEqual([
      {
        metrics: {
          load1: 0.5,
          load5: null,
          memoryUsageBytes: null,
          memoryCachedBytes: null,
          workingSetPages: [1, 2],
        },
        settings: { cpuStableZoneRatio: 0, cpuMixedZoneRatio: 0, lfcUseLargestWindow: false },
      },
    ]);
    expect(samples('\uFEFF# a comment\n- load1: 0.5\n  workingSetPages: [1, 2]\n')).toEqual(read);
  });

  test.each([
    [
      'a wrong type',
      '[\n{"load1": "high"}]',
      ['samples.yaml:2, [0].load1: found "high"; write a load average from 0 to 1000000'],
    ],
    [
      'an unknown field',
      '- load1: 1\n- lod5: 2',
      ['samples.yaml:2, [1].lod5: this field is not known; did you mean load5?'],
    ],
    [
      'a number out of bounds',
      '- load1: -1',
      ['samples.yaml:1, [0].load1: found -1; write a load average from 0 to 1000000'],
    ],
    [
      'no list',
      '{"load1": 1}',
      ['samples.yaml:1: found a group of fields; write a list of samples: [ { "load1": 0.5, … }, … ]'],
    ],
    ['no sample', '- 3', ['samples.yaml:1, [0]: found 3; write a sample: a group of fields such as load1']],
    [
      'two mistakes',
      '- load1: x\n- load5: .nan',
      [
        'samples.yaml:1, [0].load1: found "x"; write a load average from 0 to 1000000',
        'samples.yaml:2, [1].load5: found NaN; write a load average from 0 to 1000000',
      ],
    ],
    ['an empty file', ' \n', ['samples.yaml: the file is empty; see --help for what it should contain']],
    [
      'half a file',
      '[{"load1": 1},\n{"load1"',
      [
        'samples.yaml:2: this is neither YAML nor JSON (a [ or { is not closed); correct the text around this line',
      ],
    ],
  ])('%s', (_, text, expected) => {
    expect(problemsOf(() => samples(text))).toEqual(expected);
  });

  test('any text is read or gives a problem, never a crash', () => {
    const json = fc.json({ maxDepth: 4 });
    const broken = fc
      .tuple(json, fc.nat(200), fc.string({ maxLength: 3 }))
      .map(([text, at, junk]) => text.slice(0, at) + junk);
    const nearly = fc
      .array(
        fc.dictionary(
          fc.constantFrom(
            'load1',
            'load5',
            'memoryUsageBytes',
            'workingSetPages',
            'lfcUseLargestWindow',
            '__proto__',
          ),
          fc.oneof(fc.double(), fc.boolean(), fc.constant(null), fc.array(fc.anything()), fc.string()),
        ),
      )
      .map((value) => JSON.stringify(value));
    fc.assert(
      fc.property(fc.oneof(json, broken, nearly, fc.string(), fc.string({ unit: 'binary' })), (text) => {
        for (const problem of problemsOf(() => samples(text))) expect(problem).toMatch(/^samples\.yaml/);
        problemsOf(() => prices(text));
      }),
    );
  });

  test.each([
    ['JSON', '[{"load1": 1,\n"load5": 2,\n"lo\\u0061d1": 3}]', 'samples.yaml:3, [0].load1'],
    ['YAML', '- load1: 1\n  load5: 2\n  "load1": 3', 'samples.yaml:3'],
  ])('a field twice in one group of %s is a problem', (_, text, place) => {
    expect(problemsOf(() => samples(text))).toEqual([
      `${place}: this field occurs twice; keep one of the two`,
    ]);
  });

  test.each([
    ['brackets that close', `[\n${'['.repeat(200_000)}${']'.repeat(200_000)}]`, 'samples.yaml:2'],
    ['groups that close', `${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`, 'samples.yaml:1'],
    ['brackets that stay open', '['.repeat(100_000), 'samples.yaml:1'],
    ['many brackets that stay open', `\n${'['.repeat(2_000_000)}`, 'samples.yaml:2'],
    ['deep YAML', `# not JSON\n${'['.repeat(500)}${']'.repeat(500)}`, 'samples.yaml:2'],
    ['an alias to the part around it', '&a [*a]', 'samples.yaml:1'],
  ])('%s: too deep nesting is one problem', (_, text, place) => {
    expect(problemsOf(() => samples(text))).toEqual([
      `${place}: this is nested more than 100 levels deep; use fewer levels`,
    ]);
  });

  test('a mistake in a long JSON file has its line', () => {
    const good = `{"load1": 1, "workingSetPages": [${'1, '.repeat(50)}1]},`;
    const long = (line: string) => `[\n${Array(40_000).fill(good).join('\n')}\n${line}\n{}\n]`;
    expect(problemsOf(() => samples(long('{"load1": "x", "load5": "y"},')))).toEqual([
      'samples.yaml:40002, [40000].load1: found "x"; write a load average from 0 to 1000000',
      'samples.yaml:40002, [40000].load5: found "y"; write a load average from 0 to 1000000',
    ]);
    expect(problemsOf(() => samples(long('{"load1": 1}')))).toEqual([
      'samples.yaml:40003: this is not JSON (Comma expected); correct the text around this line',
    ]);
  });

  test('text that exhausts a parser is a problem', () => {
    const doubling = Array.from({ length: 40 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}]`);
    expect(problemsOf(() => samples(`a0: &a0 [1]\n${doubling.join('\n')}`))).toHaveLength(1);
  });
});

describe('price files', () => {
  test('replace the prices that they state and keep the others', () => {
    const kept = factSet('spec').prices.value;
    expect(
      prices('date: 2025-06\nsource: our contract\ncurrency: USD\ncomputePerCuHour: { scale: 0.2 }'),
    ).toEqual({
      ...kept,
      date: '2025-06',
      source: 'our contract',
      computeMicrosPerCuHour: { ...kept.computeMicrosPerCuHour, scale: 200_000 },
    });
  });

  test.each([
    [
      'no date',
      '{"computePerCuHour": {}}',
      ['prices.yaml:1, date: found nothing; write the date of the price list, for example "2026-08"'],
    ],
    [
      'an unknown plan',
      'date: 2026-08\ncomputePerCuHour:\n  scael: 1',
      ['prices.yaml:3, computePerCuHour.scael: this field is not known; did you mean scale?'],
    ],
    [
      'too many decimals',
      'date: 2026-08\ncomputePerCuHour: { scale: 0.1234567 }',
      [
        'prices.yaml:2, computePerCuHour.scale: found 0.1234567; write a price from 0 to 1000000 with at most six decimals',
      ],
    ],
  ])('%s', (_, text, expected) => {
    expect(problemsOf(() => prices(text))).toEqual(expected);
  });
});

test('an unknown field has the line of its name, and is shown with escaped control characters', () => {
  expect(problemsOf(() => samples('[\n{"lo\\u001bd1":\n\n[1]}]'))).toEqual([
    'samples.yaml:2, [0].lo\\u001bd1: this field is not known; did you mean load1?',
  ]);
});

test('a word is suggested only if it is near', () => {
  expect(nearestWord('scael', ['free', 'launch', 'scale'])).toBe('scale');
  expect(nearestWord('enterprise', ['free', 'launch', 'scale'])).toBeUndefined();
});
