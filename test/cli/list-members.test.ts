import { describe, expect, test } from 'vitest';
import { run } from './run.ts';

const table = (vcpu: number) =>
  [
    'when,load',
    ...Array.from(
      { length: 96 },
      (_, i) => `${new Date(Date.UTC(2026, 2, 2) + i * 900_000).toISOString()},${vcpu}`,
    ),
  ].join('\n');
const LIST = `databases:
  - { name: orders, project: shop, file: metrics/a.csv, current: "2-4, 5m", map: ["cpu=load:vcpu"], plan: launch }
  - { name: carts, project: shop, file: metrics/b.csv, current: "1, off", map: ["cpu=load:vcpu"], plan: launch }
  - { name: orders, project: market, file: metrics/b.csv, map: ["cpu=load:vcpu"], timezone: Europe/Berlin }
  - { name: wiki, file: wiki.yaml, timezone: Europe/Berlin, cpuPerQuery: 5ms }
`;
const WIKI = `why: A wiki.
horizon: 1d
compute: { min: 0.25, max: 1 }
demand: [{ kind: load, name: readers, vcpu: 0.1 }]
`;
const FILES = {
  'lists/all.yaml': LIST,
  'lists/metrics/a.csv': table(0.4),
  'lists/metrics/b.csv': table(0.2),
  'lists/wiki.yaml': WIKI,
};
const json = async (...args: readonly string[]) => {
  const { out, err, code } = await run([...args, '--json'], FILES);
  return { err, code, document: out === '' ? null : JSON.parse(out) };
};

describe('LIST.yaml#NAME', () => {
  test('is named in the command that an inspection suggests, unless a flag reads the trace in another way', async () => {
    const next = async (...args: readonly string[]) =>
      (await json('trace', 'inspect', ...args)).document.next as string;
    expect(await next('lists/all.yaml#shop/orders')).toBe("tidemark plan 'lists/all.yaml#shop/orders'");
    expect(await next('lists/all.yaml#shop/orders', '--timezone', 'Europe/Berlin')).toBe(
      'tidemark plan lists/metrics/a.csv --map cpu=load:vcpu --timezone Europe/Berlin',
    );
  });

  test('is planned as with flags that say the same', async () => {
    const flags = ['--map', 'cpu=load:vcpu', '--plan', 'launch', '--current', '2-4, 5m'];
    const named = await json('plan', 'lists/all.yaml#shop/orders');
    expect(named.err).toBe('');
    expect(named.document).toEqual((await json('plan', 'lists/metrics/a.csv', ...flags)).document);
    expect(named.document.current.configuration.text).toBe('2-4, 5m');
  });

  test('keeps flags that were typed', async () => {
    const { document } = await json('plan', 'lists/all.yaml#shop/orders', '--current', '1, off');
    expect(document.current.configuration.text).toBe('1, off');
    expect(document.plan).toBe('launch');
  });

  test('adds repeatable flags of the list to those that were typed', async () => {
    const list =
      'databases: [{ name: a, file: metrics/a.csv, map: [cpu=load:vcpu], assume: { connections: 7 } }]';
    const files = { ...FILES, 'lists/told.yaml': list };
    const { out } = await run(['plan', 'lists/told.yaml#a', '--assume', 'burst=yes', '--json'], files);
    const { assumptions } = JSON.parse(out).sensitivity;
    const assumed = (name: string) =>
      assumptions.find((one: { assumption: string }) => one.assumption === name)?.assumed;
    expect([assumed('connections'), assumed('burst')]).toEqual([7, true]);
  });

  test('sets the parts of a configuration for commands that have them, except for sizes that were typed', async () => {
    const compute = async (...args: readonly string[]) =>
      (await json('simulate', 'lists/all.yaml#shop/orders', ...args)).document.computes[0];
    expect(await compute()).toMatchObject({ size: { minCu: 2, maxCu: 4 }, suspendAfterMs: 300_000 });
    expect(await compute('--min', '1', '--max', '8')).toMatchObject({
      size: { minCu: 1, maxCu: 8 },
      suspendAfterMs: 300_000,
    });
  });

  test.each(['inspect', 'awake', 'fit'])('trace %s takes it', async (command) => {
    const { out } = await run(['trace', command, 'lists/all.yaml#carts'], FILES);
    const asFile = await run(['trace', command, 'lists/metrics/b.csv', '--map', 'cpu=load:vcpu'], FILES);
    // Only the suggested command names the database as it was named.
    const withoutNext = (text: string) => text.replace(/^ {2}tidemark plan .*$/m, '');
    expect(withoutNext(out)).toBe(withoutNext(asFile.out));
    expect(out).not.toBe('');
  });

  test('compares two, each under its own configuration', async () => {
    const { document } = await json('compare', 'lists/all.yaml#shop/orders', 'lists/all.yaml#carts');
    expect([document.a, document.b].map(({ configuration }) => configuration.text)).toEqual([
      '2-4, 5m',
      '1, off',
    ]);
  });

  test('a scenario of a list takes no flags of a trace', async () => {
    const { err, document } = await json('simulate', 'lists/all.yaml#wiki');
    expect(err).toBe('');
    expect(document.computes[0].size).toEqual(
      (await json('simulate', 'lists/wiki.yaml')).document.computes[0].size,
    );
  });

  test('a file with exactly that name takes precedence', async () => {
    const files = { ...FILES, 'lists/all.yaml#carts': table(0.3), 'a#b.csv': table(0.3) };
    for (const file of ['lists/all.yaml#carts', 'a#b.csv'])
      expect((await run(['trace', 'inspect', file, '--map', 'cpu=load:vcpu'], files)).out).toContain(file);
  });

  test.each([
    [
      'lists/all.yaml#orders',
      'lists/all.yaml: it has several databases "orders"; name shop/orders or market/orders',
    ],
    ['lists/all.yaml#cart', 'lists/all.yaml: it has no database "cart"; did you mean carts?'],
    [
      'lists/all.yaml#quite-another',
      'lists/all.yaml: it has no database "quite-another"; name one of: shop/orders, shop/carts, market/orders, wiki',
    ],
    ['lists/wiki.yaml#a', 'lists/wiki.yaml: it is not a list of databases; leave "#a" out, or name a list'],
    ['gone.yaml#a', 'gone.yaml#a: there is no such file; check the path'],
  ])('%s is a problem', async (file, message) => {
    const { code, err } = await run(['plan', file], FILES);
    expect([code, err]).toEqual([2, `tidemark: ${message}\n`]);
  });

  test.each([
    ['lists/all.yaml#carts', 'lists/told.yaml#idle'],
    ['lists/told.yaml#idle', 'lists/all.yaml#carts'],
    ['lists/told.yaml#idle', 'lists/metrics/b.csv'],
  ])('a list may not say something about only one of %s and %s', async (a, b) => {
    const list =
      'databases: [{ name: idle, file: metrics/b.csv, map: [cpu=load:vcpu], plan: launch, idleBelow: 0.5 }]';
    const args = ['compare', a, b, '--map', 'cpu=load:vcpu', '--plan', 'launch'];
    const { code, err } = await run(args, { ...FILES, 'lists/told.yaml': list });
    expect([code, err]).toEqual([2, expect.stringContaining('lists/told.yaml#idle: the list gives a ')]);
  });

  test('a typed machine class replaces the processors of the list, and the other way round', async () => {
    const list = (told: string) =>
      `databases: [{ name: a, file: metrics/a.csv, map: [cpu=load:percent], ${told} }]`;
    const planned = async (told: string, file: string, ...flags: readonly string[]) => {
      const { out } = await run(['plan', file, ...flags, '--json'], { ...FILES, 'lists/m.yaml': list(told) });
      const document = JSON.parse(out);
      return (
        (document.databases?.[0] ?? document).recommendation.outcome ?? document.databases[0].recommendation
      );
    };
    const typed = ['--instance', 'db.r6g.4xlarge'];
    const asFile = await planned('vcpus: 2', 'lists/metrics/a.csv', '--map', 'cpu=load:percent', ...typed);
    expect(await planned('vcpus: 2', 'lists/m.yaml#a', ...typed)).toEqual(asFile);
    const ofEntry = await planned('instance: db.r6g.4xlarge', 'lists/m.yaml');
    expect(await planned('instance: db.r6g.4xlarge', 'lists/m.yaml', '--vcpus', '2')).toEqual(ofEntry);
  });

  test('two entries that are read differently are a problem', async () => {
    const { code, err } = await run(['compare', 'lists/all.yaml#carts', 'lists/all.yaml#market/orders'], {
      ...FILES,
      'lists/all.yaml': LIST.replace('"cpu=load:vcpu"], timezone', '"cpu=load:cores"], timezone'),
    });
    expect([code, err]).toEqual([
      2,
      'tidemark: lists/all.yaml#carts: the list gives a plan that differs from that of the other file; write a scenario of each with plan --write-scenario, and name these\n',
    ]);
  });
});
