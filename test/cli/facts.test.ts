import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { run } from './run.ts';

const contract = { 'contract.yaml': readFileSync('scenarios/facts/contract.yaml', 'utf8') };
const json = async (args: readonly string[], files: Readonly<Record<string, string>> = {}) =>
  JSON.parse((await run([...args, '--json'], files)).out);

describe('tidemark facts', () => {
  test('lists the sets', async () => {
    const { sets, default: usual, ofEmulator } = await json(['facts']);
    expect([usual, ofEmulator]).toEqual(['2026-11', 'spec']);
    expect((await run(['facts'])).out).toContain('The emulator (tidemark serve) uses spec unless');
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
  expect(answer.recommendation.configuration.size).toEqual({ minCu: 0.5, maxCu: 0.5 });
});

describe('a scenario that names a file of facts', () => {
  const scenario = (facts: string, compute = '{ size: 1 }') =>
    `why: one hour\nhorizon: 1h\nfacts: ${facts}\ncompute: ${compute}\ndemand: [{ kind: load, vcpu: 0.3 }]\n`;
  const files = {
    'ours/a.yaml': scenario('facts/contract.yaml', '{ min: 1, max: 13 }'),
    'ours/facts/contract.yaml': contract['contract.yaml'],
  };

  test('has the facts of the file beside it, and flags go first', async () => {
    const { facts, totals } = await json(['simulate', 'ours/a.yaml', '--size', '1'], files);
    expect([facts, totals.costPerMonth]).toEqual(['contract', 148.8]);
    expect((await json(['simulate', 'ours/a.yaml'], files)).facts).toBe('contract');
    const flagged = await json(['simulate', 'ours/a.yaml', '--facts', 'spec'], files);
    expect([flagged.facts, flagged.totals.costPerMonth]).toEqual(['spec', 165.168]);
    const set = await json(['simulate', 'ours/a.yaml', '--size', '1', '--set', 'facts=2026-08'], files);
    expect(set.facts).toBe('2026-08');
  });

  test('is planned by them', async () => {
    const { facts, refused } = await json(
      ['plan', 'ours/a.yaml', '--only', 'range', '--timeouts', '5m'],
      files,
    );
    expect([facts, refused]).toEqual(['contract', null]);
  });

  test('has sizes of flags checked by its own facts, and by its own plan of the service', async () => {
    const wide = ['--min', '0.25', '--max', '13'];
    expect((await json(['simulate', 'a.yaml', ...wide], { 'a.yaml': scenario('spec') })).facts).toBe('spec');
    expect((await run(['simulate', 'ours/a.yaml', ...wide], files)).err).toBe(
      'tidemark: --max: a range spans 12 CU at most in the fact set contract, not 12.75; use 0.25 to 12 or 1 to 13\n',
    );
  });

  test('says at its line that there is no such set or file, and at the line of the file what is wrong there', async () => {
    const { err, code } = await run(['simulate', 'a.yaml'], { 'a.yaml': scenario('2026-10') });
    expect([code, err]).toEqual([
      2,
      'tidemark: a.yaml:3, facts: there is no fact set and no file "2026-10"; did you mean 2026-11?\n',
    ]);
    expect((await run(['simulate', 'ours/a.yaml'], { 'ours/a.yaml': scenario('gone.yaml') })).err).toBe(
      'tidemark: ours/a.yaml:3, facts: ours/gone.yaml: there is no such file; check the path\n',
    );
    expect((await run(['simulate', 'a.yaml'], { 'a.yaml': scenario('5') })).err).toBe(
      'tidemark: a.yaml:3, facts: found 5; write 2026-08, 2026-11, lakebase-2026-03, spec, or the path of a file with facts\n',
    );
    const wrong = {
      ...files,
      'ours/facts/contract.yaml': contract['contract.yaml'].replace('0.2 }', 'low }'),
    };
    expect((await run(['simulate', 'ours/a.yaml'], wrong)).err).toMatch(
      /^tidemark: ours\/facts\/contract\.yaml:13, facts\.prices\.value\.computePerCuHour\.scale: found "low"; /,
    );
  });

  test('is written by a plan with the path from where it is', async () => {
    const asked = [
      'plan',
      'ours/a.yaml',
      '--only',
      'range',
      '--timeouts',
      '5m',
      '--write-scenario',
      'b.yaml',
    ];
    const { written } = await run(asked, files);
    expect(written['b.yaml']).toContain('facts: ours/facts/contract.yaml\n');
    const trace = { 'week.jsonl': readFileSync('scenarios/traces/office-week.jsonl', 'utf8'), ...files };
    const ofTrace = [
      'plan',
      'week.jsonl',
      '--only',
      'range',
      '--timeouts',
      '5m',
      '--facts',
      'ours/facts/contract.yaml',
    ];
    const named = await run([...ofTrace, '--write-scenario', 'ours/c.yaml'], trace);
    expect(named.written['ours/c.yaml']).toContain('facts: facts/contract.yaml\n');
    const again = await json(['simulate', 'ours/c.yaml'], { ...trace, ...named.written });
    expect(again.facts).toBe('contract');
  });
});
