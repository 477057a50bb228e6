import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { run } from '../cli/run.ts';

const FOLDER = new URL('../trace/exports/', import.meta.url);
const NAMES = readdirSync(FOLDER);
const bytes = (name: string) => new Uint8Array(readFileSync(new URL(name, FOLDER)));

/** Splits a command into words as a shell does. */
function words(command: string): string[] {
  const script = `printf '%s\\0' ${command}`;
  return execFileSync('sh', ['-c', script]).toString().split('\0').slice(0, -1);
}

/** The command that a message suggests. Null if there is none. */
const suggested = (err: string) => /^Try(?: \([^\n]*?\))?: (tidemark .*)$/m.exec(err)?.[1] ?? null;

/** Files that give an answer on the first try. The others give a message with a command that does. */
const ANSWERED_AT_ONCE = [
  'aurora-capacity.json',
  'google-reserved-cores.json',
  'grafana-prometheus.csv',
  'pg-stat-statements-kcache.csv',
  'pg-stat-statements.csv',
  'records.ndjson',
  'size-history.csv',
];

describe('files as people export them', () => {
  test.each(NAMES)('%s is planned at once, or by the command that the message says', async (name) => {
    const files = { [name]: bytes(name) };
    const first = await run(['plan', name, '--json'], files);
    if (ANSWERED_AT_ONCE.includes(name)) {
      expect(first).toMatchObject({ code: 0, err: '' });
      return;
    }
    expect(first.code).toBe(2);
    const command = suggested(first.err);
    expect(command, first.err).not.toBeNull();
    const [program, ...args] = words(command as string);
    expect(program).toBe('tidemark');
    const { code, err } = await run(args, files);
    expect({ code, err }).toEqual({ code: 0, err: '' });
  });

  test.each(NAMES)('%s: doctor says what it is, and the command that it suggests works', async (name) => {
    const files = { [name]: bytes(name) };
    const told = await run(['doctor', name, '--json'], files);
    expect(told.code).toBe(ANSWERED_AT_ONCE.includes(name) ? 0 : 1);
    const { what, next } = JSON.parse(told.out);
    expect(what).toMatch(/^(?:a|snapshots|metrics|records|results|Datadog's|Prometheus's|tidemark's) /);
    const [program, ...args] = words(next);
    expect(program).toBe('tidemark');
    const { code, err } = await run([...args, '--json'], files);
    expect({ code, err }).toEqual({ code: 0, err: '' });
  });

  test('inspect begins with what a file is, has and lacks', async () => {
    const files = { 'my metrics.csv': bytes('grafana-units-in-header.csv') };
    const { out } = await run(['trace', 'inspect', 'my metrics.csv', '--vcpus', '2'], files);
    expect(out.split('\n').slice(0, 12).join('\n')).toBe(`The trace my metrics.csv

  It is         a table, a column for each quantity
  Recognized    cpu from CPU %, memory from Memory (GiB), activeConnections from
                Active connections
  Missing       connections (connections), workingSet (cache, working set),
                temporaryBytes (temporary disk)

Next, to paste:

  tidemark plan 'my metrics.csv' --vcpus 2
`);
  });

  test.each(['aurora-capacity.json', 'size-history.csv'])(
    '%s: a note says that a size is only an upper bound of demand',
    async (name) => {
      const files = { [name]: bytes(name) };
      const { out } = await run(['plan', name, '--json'], files);
      expect(out).toContain(
        'Demand was at most as high: results are upper bounds, and a smaller size may be enough.',
      );
      const { questions } = JSON.parse((await run(['trace', 'inspect', name, '--json'], files)).out);
      expect(questions[0]).toMatchObject({
        question: 'which size range',
        answerable: 'bounded',
        why: 'CPU is at most the size that was in force',
      });
    },
  );

  test.each([
    ['plan'],
    ['simulate'],
    ['policies'],
    ['incident', '--at', '2026-11-23T13:44:50Z', '--current', '0.25-1'],
    ['trace', 'inspect'],
    ['trace', 'awake'],
    ['trace', 'convert', '-o', 'a.jsonl'],
    ['trace', 'slice', '--to', '2026-12-01', '-o', 'a.jsonl'],
    ['trace', 'merge', '-o', 'a.jsonl'],
    ['trace', 'fit', '-o', 'a.yaml'],
  ])('a file of trace record is read by %s %s', async (...command) => {
    const name = 'trace-record.jsonl';
    const files = { [name]: bytes(name) };
    let ran = await run([...command, name], files);
    if (ran.code === 2) ran = await run(words(suggested(ran.err) ?? '').slice(1), files);
    expect(ran.code, ran.err).toBeLessThan(2);
  });

  test('a scenario has fields for how to read its trace, so no flag is suggested', async () => {
    const files = {
      'shop.yaml':
        'why: x\nhorizon: 1h\ncompute: { min: 0.25, max: 1 }\ndemand: [{ kind: trace, file: load.csv }]\n',
      'load.csv': bytes('datadog-wide.csv'),
    };
    const { code, err } = await run(['simulate', 'shop.yaml'], files);
    expect(code).toBe(2);
    expect(err).toContain('unknown number of processors');
    expect(suggested(err)).toBeNull();
  });

  test('a scenario, a list and the scenario of a plan name an instance class and labels as flags do', async () => {
    const where = 'dbinstanceidentifier="billing"';
    const fields = `file: load.csv, instance: db.r6g.large, where: '${where}'`;
    const files = {
      'load.csv': bytes('datadog-several.csv'),
      'shop.yaml': `why: x\nhorizon: 1h\ncompute: { min: 0.25, max: 1 }\ndemand: [{ kind: trace, at: start, ${fields} }]\n`,
      'list.yaml': `databases: [{ name: shop, ${fields} }]\n`,
    };
    expect(await run(['simulate', 'shop.yaml', '--json'], files)).toMatchObject({ code: 0, err: '' });
    const list = await run(['plan', 'list.yaml', '--json'], files);
    expect(list).toMatchObject({ code: 0 });
    expect(list.out).not.toContain('unknown number of processors');
    const flags = ['--instance', 'db.r6g.large', '--where', where];
    const planned = await run(['plan', 'load.csv', ...flags, '--write-scenario', 'plan.yaml'], files);
    expect(planned.code).toBe(0);
    expect(planned.written['plan.yaml']).toContain('instance: db.r6g.large');
    expect(planned.written['plan.yaml']).toContain(`where: ${where}`);
  });

  test('an instance class says what a percentage is a part of, and how much of its memory is used', async () => {
    const files = { 'rds.csv': bytes('cloudwatch-console.csv') };
    const { out } = await run(['trace', 'inspect', 'rds.csv', '--instance', 'db.r6g.large', '--json'], files);
    const columns = JSON.parse(out).columns.map((one: { quantity: string; max: number }) => one.quantity);
    expect(columns).toEqual(['cpu', 'memory', 'connections']);
    const unknown = await run(['plan', 'rds.csv', '--instance', 'db.r6g.lage'], files);
    expect(unknown).toMatchObject({ code: 2, out: '' });
    expect(unknown.err).toContain(
      '--instance: the class "db.r6g.lage" is unknown; did you mean db.r6g.large?',
    );
    const both = await run(['plan', 'rds.csv', '--instance', 'db.r6g.large', '--vcpus', '2'], files);
    expect(both.err).toContain("option '--instance <CLASS>' cannot be used with option '--vcpus <N>'");
  });
});
