import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { run } from './run.ts';

const contract = { 'contract.yaml': readFileSync('scenarios/facts/contract.yaml', 'utf8') };
const json = async (args: readonly string[], files: Readonly<Record<string, string>> = {}) =>
  JSON.parse((await run([...args, '--json'], files)).out);

describe('tidemark facts', () => {
  test('lists the sets', async () => {
    const { sets, default: usual } = await json(['facts']);
    expect(usual).toBe('2026-11');
    expect(sets.map(({ name, service, base }: Record<string, string>) => [name, service, base])).toEqual([
      ['2026-08', 'neon', null],
      ['2026-11', 'neon', '2026-08'],
      ['lakebase-2026-03', 'lakebase', '2026-11'],
      ['spec', 'neon', '2026-08'],
    ]);
  });

  test('shows each value with its source, and marks what was taken', async () => {
    const { out, code } = await run(['facts', '2026-11']);
    expect(code).toBe(0);
    expect(out).toContain(
      [
        '  - RAM: 4 GiB for each CU',
        '    taken from 2026-08: public documentation, compute sizes (2026-08)',
      ].join('\n'),
    );
    expect(out).toContain(
      [
        '  - snapshots: per GB-month $0.09, billed since 2026-05-01, most manual 10',
        '    website, PR 4923 (2026-05-01)',
      ].join('\n'),
    );
    expect(out).toContain('the temporary disk: floor 20 GiB, GiB per maximum CU 15\n');
    const { out: spec } = await run(['facts', 'spec']);
    expect(spec).toContain('spec says nothing about: transfer on the free plan, snapshots,');
  });

  test('compares two sets, one of them in a file', async () => {
    const answer = await json(['facts', '2026-11', 'contract.yaml'], contract);
    expect(answer.different.map(({ fact }: { fact: string }) => fact)).toEqual(['autoscaling', 'prices']);
    expect(answer.different[0]).toEqual({
      fact: 'autoscaling',
      a: {
        value: { lowestCu: 0.25, highestCu: 16, widestSpreadCu: 8 },
        source: { document: 'public documentation', section: 'manage/computes', date: '2026-08-26' },
      },
      b: {
        value: { lowestCu: 0.25, highestCu: 16, widestSpreadCu: 12 },
        source: { document: 'our contract', section: 'annex 2', date: '2026-10' },
      },
    });
    const { out } = await run(['facts', '2026-11', '2026-11']);
    expect(out).toContain('All 34 facts are the same.');
  });

  test('says where a name is wrong, and where a file is', async () => {
    expect((await run(['facts', 'spek'])).err).toBe(
      'tidemark: A: there is no fact set and no file "spek"; did you mean spec?\n',
    );
    const files = { 'own.yaml': 'name: own\nabout: ours\ndate: 2026-10\nbase: 2026-10\nfacts: {}' };
    expect((await run(['sizes', '--facts', 'own.yaml'], files)).err).toBe(
      'tidemark: own.yaml:4, base: there is no fact set and no file "2026-10"; did you mean 2026-11?\n',
    );
    const shipped = { 'own.yaml': 'name: spec\nabout: ours\ndate: 2026-10\nbase: 2026-11\nfacts: {}' };
    expect((await run(['sizes', '--facts', 'own.yaml'], shipped)).err).toBe(
      'tidemark: own.yaml:1, name: "spec" is a shipped fact set; write another name\n',
    );
  });

  test('a base may be a file, but not in a circle', async () => {
    const own = (name: string, base: string) =>
      `name: ${name}\nabout: ours\ndate: 2026-10\nbase: ${base}\nfacts: {}`;
    const files = { ...contract, 'over.yaml': own('over', 'contract.yaml') };
    const { facts } = await json(['facts', 'over.yaml'], files);
    expect([facts.prices.takenFrom, facts.ramGibPerCu.takenFrom]).toEqual(['contract', '2026-08']);
    const circle = { 'a.yaml': own('a', 'b.yaml'), 'b.yaml': own('b', 'a.yaml') };
    expect((await run(['facts', 'a.yaml'], circle)).err).toBe(
      'tidemark: b.yaml:4, base: the bases go round in a circle: a.yaml, b.yaml, a.yaml; let one of them have a shipped base\n',
    );
  });
});

test('each command with --facts takes a file', async () => {
  const { prices } = await json(['sizes', '--facts', 'contract.yaml'], contract);
  expect(prices).toEqual({ date: '2026-10', source: 'our contract' });
  const demand = 'why: one hour\nhorizon: 1h\ndemand: [{ kind: load, vcpu: 0.3 }]';
  const answer = await json(['simulate', 'a.yaml', '--size', '1', '--facts', 'contract.yaml'], {
    ...contract,
    'a.yaml': demand,
  });
  expect([answer.facts, answer.totals.costPerMonth]).toEqual(['contract', 148.8]);
});

test('another service of the same kind is a file', async () => {
  const demand = 'why: one hour\nhorizon: 1h\ndemand: [{ kind: load, vcpu: 0.3 }]';
  const answer = await json(['plan', 'a.yaml', '--facts', 'lakebase-2026-03'], { 'a.yaml': demand });
  expect(answer.facts).toBe('lakebase-2026-03');
  const large = ['--size', '112', '--suspend-after', 'off', '--facts', 'lakebase-2026-03'];
  const { totals } = await json(['simulate', 'a.yaml', ...large], { 'a.yaml': demand });
  expect(totals.costPerMonth).toBe(112 * 0.222 * 744);
  expect(answer.recommendation.configuration.size).toEqual({ minCu: 0.5, maxCu: 2 });
});
