import { expect, test } from 'vitest';
import { ProblemError, plan, readScenario, simulate } from '../../src/library/tidemark.ts';
import { run } from '../cli/run.ts';

const HERE = { threads: 1 };

test.each([
  ['scenarios/poller.yaml', { max: 2, suspendAfter: 'off', 'demand.users.query.cpu': '40ms' }],
  ['scenarios/pool-races-suspend.yaml', { pooler: true, 'demand.0.count': 2, 'assumptions.start': '2s' }],
  ['scenarios/flash-crowd.yaml', { size: 1, events: '["0s=x1.5/400d"]', workingSet: '2GB' }],
  [
    'scenarios/traces/office-week.jsonl',
    { max: 1, suspendAfter: '1h', events: '["0s=x2/400d"]', releases: 'weekly' },
  ],
] as const)('the text of %s with changes runs as the file with these changes', async (file, set) => {
  const { text } = await readScenario(file, { set }, HERE);
  const written = { name: file.endsWith('.yaml') ? file : 'written.yaml', bytes: text };
  const ofText = await simulate(written, { compare: false }, HERE);
  const ofFile = await simulate(file, { compare: false, set }, HERE);
  expect(ofText.totals).toEqual(ofFile.totals);
  expect(ofText.computes).toEqual(ofFile.computes);
});

test('a text without changes is the file itself, and one with changes keeps the comments', async () => {
  const bytes = `why: A test.
horizon: 1h
compute: { min: 0.25, max: 4 } # the usual
demand:
  - kind: load
    vcpu: 0.3
`;
  expect(await readScenario({ bytes }, {}, HERE)).toEqual({
    kind: 'scenario',
    fields: {
      why: 'A test.',
      horizon: '1h',
      compute: { min: 0.25, max: 4 },
      demand: [{ kind: 'load', vcpu: 0.3 }],
    },
    text: bytes,
  });
  const { text, fields } = await readScenario({ bytes }, { set: { max: 2 } }, HERE);
  expect(text).toBe(bytes.replace('max: 4', 'max: 2'));
  expect(fields.compute).toEqual({ min: 0.25, max: 2 });
});

test('a change of a trace is the flag for the same', async () => {
  const file = 'scenarios/traces/office-week.jsonl';
  const ofSet = await simulate(file, { compare: false, set: { min: 0.5, max: 1, suspendAfter: '1h' } }, HERE);
  const ofFlags = await simulate(file, { compare: false, min: 0.5, max: 1, suspendAfter: '1h' }, HERE);
  expect(ofSet).toEqual(ofFlags);
});

test('a plan takes changes of demand', async () => {
  const of = (vcpu: number) => ({
    horizon: '1d',
    compute: { min: 0.25, max: 1 },
    demand: [{ kind: 'load', vcpu }],
  });
  const changed = await plan(of(0.1), { set: { 'demand.0.vcpu': 3 } }, HERE);
  expect(changed).toEqual(await plan(of(3), {}, HERE));
  const { recommendation } = await plan(of(0.1), {}, HERE);
  expect(changed.recommendation?.configuration).not.toEqual(recommendation?.configuration);
});

test('a wrong change names the option, and on the command line the flag', async () => {
  const refused = simulate({ horizon: '1h', demand: [] }, { set: { maxx: 2 } }, HERE);
  await expect(refused).rejects.toThrow(ProblemError);
  await expect(refused).rejects.toMatchObject({
    problems: [{ place: { field: 'set maxx' }, remedy: 'did you mean max?' }],
  });
  const { code, err } = await run(['simulate', 'a.json', '--set', 'max=1.3'], {
    'a.json': JSON.stringify({ why: 'A test.', horizon: '1h', compute: {}, demand: [] }),
  });
  expect({ code, err }).toEqual({
    code: 2,
    err: 'tidemark: --set max: 1.3 CU is not a size; use 1 or 2\n',
  });
});

test.each([
  ['plan', ['plan', 'list.yaml', '--set', 'max=1']],
  ['simulate', ['simulate', 'week.csv', '--by', 'database', '--set', 'max=1']],
])('%s of many databases refuses a change', async (_, words) => {
  const { code, err } = await run(words, {
    'list.yaml': 'databases: [{ name: a, file: week.csv }]\n',
    'week.csv': 'time,database,vcpu\n2026-03-02 09:00,a,0.5\n2026-03-02 09:05,a,0.5\n',
  });
  expect(code).toBe(2);
  expect(err).toContain('--set: ');
});

test('a plan of a trace refuses to change a configuration that nobody stated', async () => {
  const file = 'scenarios/traces/office-week.jsonl';
  const refused = plan(file, { set: { max: 1 } }, HERE);
  await expect(refused).rejects.toThrow('set max: a trace does not say which configuration is current');
  const stated = await plan(file, { set: { events: '["0s=x2/400d"]' }, current: '0.25-1, 5m' }, HERE);
  expect(stated.current?.configuration.text).toBe('0.25-1, 5m');
});
