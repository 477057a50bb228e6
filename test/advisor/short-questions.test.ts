import { describe, expect, test } from 'vitest';
import {
  doctor,
  doctorOfFolder,
  type Examined,
  explain,
  sizeSetting,
  sizes,
  type TraceReading,
} from '../../src/advisor/index.ts';
import { factSet } from '../../src/facts/index.ts';
import { noData, problem, type Suggestion } from '../../src/problem/index.ts';
import { readDocument, readSamples, type Sample } from '../../src/scenario/index.ts';

const facts = factSet('spec');

describe('sizes', () => {
  test('of a plan of the service are a part of all sizes', () => {
    const all = sizes(facts, null, false);
    const free = sizes(facts, 'free', true);
    expect(all).toMatchObject({ schema: 'tidemark/sizes', facts: 'spec' });
    expect(free.sizes.length).toBeLessThan(all.sizes.length);
    expect(all.sizes).toEqual(expect.arrayContaining(free.sizes));
    expect(free.page.length).toBe(all.page.length + 1);
  });

  test('has the limits of both ends for a range', () => {
    const { schema, configuration, atMin, atMax } = sizeSetting(facts, { minCu: 0.25, maxCu: 4 }, null);
    expect([schema, configuration.minCu, atMin.cu, atMax.cu]).toEqual([
      'tidemark/configuration',
      0.25,
      0.25,
      4,
    ]);
  });
});

describe('explain', () => {
  const [sample] = readSamples(readDocument('- { load1: 3.6, load5: 3.6 }\n', 'samples.yaml')) as [Sample];
  test('limits a goal to the range, and describes each sample', () => {
    const free = explain([sample], null, true);
    const held = explain([sample, sample], { minCu: 0.25, maxCu: 1 }, true);
    expect(free.samples[0]?.goalCu).toBeGreaterThan(1);
    expect(held.samples.map(({ goalCu, boundBy }) => [goalCu, boundBy])).toEqual([
      [1, 'max'],
      [1, 'max'],
    ]);
    expect(held.page).toHaveLength(2);
  });

  test('answers for a list without samples too', () => {
    expect(explain([], null, true)).toMatchObject({ samples: [], page: [{ kind: 'paragraph' }] });
  });
});

describe('doctor', () => {
  const unread = problem({ file: 't.csv' }, 'a share of an unknown machine', 'say how many vCPU', [
    { options: [['vcpus', '2']], when: 'if it has 2 vCPU' },
  ]);

  /** A trace that cannot be read without the number of vCPU. */
  function reading(given: readonly Suggestion[]): TraceReading {
    return {
      canTake: ({ options }) => options.every(([name]) => name === 'vcpus'),
      with: (suggestion) => (given.length === 0 ? reading([suggestion]) : null),
      words: ({ options }) => options.map(([name, value]) => `${name} ${value}`).join(),
      isSplit: true,
      summary: () => Promise.reject(new Error('the trace is split')),
      parts: async () => {
        if (given.length === 0) throw unread;
        return [
          {
            name: 'orders',
            open: () => {
              throw noData({ file: 't.csv' }, 'it has no samples', 'name another');
            },
          },
        ];
      },
      subject: () => Promise.reject(new Error('the trace is split')),
      next: () => 'plan it',
    };
  }
  const trace: Examined = { kind: 'trace', name: 't.csv', what: 'a table', reading: reading([]) };

  test('applies the options that a problem suggests, and says what it assumed', async () => {
    const { problems, members, next } = await doctor(trace);
    expect(problems).toEqual([
      {
        problem: expect.objectContaining({ found: 'a share of an unknown machine' }),
        assumed: { flags: 'vcpus 2', when: 'if it has 2 vCPU' },
      },
    ]);
    expect(problems[0]?.problem).not.toHaveProperty('suggestions');
    // None of its databases has samples.
    expect([members.map(({ what }) => what), next]).toEqual([['cannot be planned'], null]);
  });

  test('says that a bill belongs to a trace', async () => {
    const document = readDocument('months:\n  - { month: 2026-03, total: 12 }\n', 'bill.yaml');
    const other = () => Promise.reject(new Error('it is a bill'));
    const answer = await doctor({
      kind: 'document',
      name: 'bill.yaml',
      reading: {
        document: async () => document,
        scenario: other,
        databases: other,
        next: () => null,
        companionCommand: (role) => `check with the ${role}`,
      },
    });
    expect(answer).toMatchObject({
      what: 'a bill',
      advice: 'A command reads it together with a trace or a scenario: check with the bill',
    });
  });

  test('goes on after a file of a folder that cannot be opened', async () => {
    const document = await doctorOfFolder(
      'past',
      [
        {
          name: 'gone.csv',
          file: 'past/gone.csv',
          examined: () => Promise.reject(problem({ file: 'past/gone.csv' }, 'it is gone', 'look for it')),
        },
        { name: 't.csv', file: 'past/t.csv', examined: (look) => look(trace) },
      ],
      { isPlan: () => true, planAll: () => 'plan all' },
    );
    expect(document.members.map(({ what }) => what)).toEqual(['a file that cannot be opened', 'a table']);
    expect(document).toMatchObject({ advice: 'None of its files can be planned.', next: null });
  });
});
