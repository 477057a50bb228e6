import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type RunningService, serve } from '../../src/library/service.ts';
import { type Ran, run } from './run.ts';

const root = new URL('../../', import.meta.url);
const WEEK = 'scenarios/traces/office-week.jsonl';
const CHANGE = 'scenarios/terraform/smaller-range.json';
const files = Object.fromEntries(
  [WEEK, CHANGE].map((path) => [path, readFileSync(new URL(path, root), 'utf8')]),
);
const FLAGS = ['--facts', '2026-11'];

const words = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

function refused({ code, out, err }: Ran): string {
  expect([code, out]).toEqual([2, '']);
  return err.replace(/^tidemark: /, '').trimEnd();
}

describe('a Terraform plan', () => {
  const compare = (...args: readonly string[]) => run(['compare', WEEK, ...FLAGS, ...args], files);

  test('is a comparison of the compute before and after', async () => {
    const planned = await compare('--terraform', CHANGE, '--json');
    const stated = await compare('--current', '1-4, 5m', '--configuration', '0.25-3, 5m', '--json');
    const [one, other] = [planned, stated].map(({ out }) => JSON.parse(out));
    expect(one.resource).toBe('neon_endpoint.main');
    expect([one.a.changes, one.b.changes]).toEqual([
      ['neon_endpoint.main before the change'],
      ['neon_endpoint.main after the change'],
    ]);
    for (const field of ['figures', 'configurations', 'newlyBroken', 'mended', 'passed'])
      expect(one[field]).toEqual(other[field]);
    expect(one.a.outcome).toEqual(other.a.outcome);
    expect(one.b.outcome).toEqual(other.b.outcome);
  });

  test('is a comment with the cost of the change', async () => {
    const { code, out } = await compare('--terraform', CHANGE, '--format', 'markdown');
    expect(code).toBe(0);
    expect(out.split('\n')[0]).toBe(
      '# neon_endpoint.main, after the change, costs $17.53 less a month (-20.8%) and meets all objectives.',
    );
    expect(out).toContain('| cost a month | $84.35 | $66.82 | -$17.53 | -20.8% | better |');
  });

  test('becomes that comment by the command of the workflow in the docs', async () => {
    const page = readFileSync(new URL('docs/comparing.md', root), 'utf8');
    const [, workflow = ''] = /^```yaml\n([\s\S]*?)^```$/m.exec(page) ?? [];
    const steps: { readonly run?: string }[] = parse(workflow).jobs.cost.steps;
    const command = steps.find(({ run: script }) => script?.startsWith('npx tidemark '))?.run ?? '';
    const [line = '', file] = command.split(' > ');
    expect(file).toBe('comment.md');
    const names: Readonly<Record<string, string>> = { 'week.csv': WEEK, 'plan.json': CHANGE };
    const args = line
      .split(' ')
      .slice(2)
      .map((word) => names[word] ?? word);
    const { code, out } = await run([...args, ...FLAGS], files);
    expect(code).toBe(0);
    expect(out).toMatch(/^# neon_endpoint\.main, after the change, costs \$17\.53 less a month/);
  });

  test('without a change has the same result before and after', async () => {
    const plan = JSON.parse(files[CHANGE] as string);
    const [{ change }] = plan.resource_changes;
    change.after = change.before;
    change.actions = ['no-op'];
    const { out } = await run(['compare', WEEK, ...FLAGS, '--terraform', 'same.json'], {
      ...files,
      'same.json': JSON.stringify(plan),
    });
    expect(words(out)).toContain(
      'neon_endpoint.main has the same result before and after the change, and meets all objectives.',
    );
  });

  test('can take the pooler away', async () => {
    const storm = 'scenarios/connection-storm.yaml';
    const plan = JSON.parse(files[CHANGE] as string);
    const [{ change }] = plan.resource_changes;
    change.before = { ...change.before, pooler_enabled: true };
    change.after = { ...change.before, pooler_enabled: false };
    const { out } = await run(['compare', storm, ...FLAGS, '--terraform', 'pool.json', '--json'], {
      [storm]: readFileSync(new URL(storm, root), 'utf8'),
      'pool.json': JSON.stringify(plan),
    });
    const { a, b } = JSON.parse(out);
    expect([a, b].map(({ configuration }) => configuration.text)).toEqual(['1-4, 5m, pooler', '1-4, 5m']);
  });

  test('has the current configuration of a plan', async () => {
    const [read, stated] = await Promise.all(
      [
        ['--terraform', CHANGE],
        ['--current', '1-4, 5m'],
      ].map((flags) => run(['plan', WEEK, ...FLAGS, ...flags, '--highest', '4', '--json'], files)),
    );
    expect(read?.out).toBe(stated?.out);
  });

  test.each([
    [
      ['compare', WEEK, WEEK, '--terraform', CHANGE],
      'B: a Terraform plan changes A into B; leave out the second file',
    ],
    [
      ['compare', WEEK, '--terraform', CHANGE, '--configuration', '1, off'],
      '--configuration: the Terraform plan has that of B; leave one of them out',
    ],
    [
      ['plan', WEEK, '--terraform', CHANGE, '--current', '1, off'],
      '--current: the Terraform plan has the current configuration; leave it out',
    ],
    [
      ['plan', WEEK, '--resource', 'neon_endpoint.main'],
      '--resource: it needs a Terraform plan; name one with --terraform',
    ],
    [
      ['plan', WEEK, '--terraform', CHANGE, '--resource', 'neon_endpoint.other'],
      '--resource: the plan has no compute neon_endpoint.other; name one of neon_endpoint.main',
    ],
    [['plan', WEEK, '--terraform', 'none.json'], 'none.json: there is no such file; check the path'],
    [
      ['plan', WEEK, '--terraform', 'plan.out'],
      'plan.out: it is not text in UTF-8; write one with terraform plan -out plan.out, and terraform show -json plan.out > plan.json',
    ],
    [
      ['compare', WEEK, '--terraform', 'wide.json'],
      '--terraform neon_endpoint.main: a range spans 8 CU at most in the fact set 2026-11, not 15.75; use 0.25 to 8 or 8 to 16',
    ],
    [
      ['plan', 'all.yaml', '--terraform', CHANGE],
      '--terraform: this flag is for one database; leave it out, or plan one file',
    ],
  ])('is refused: %s', async (args, problem) => {
    const wide = (files[CHANGE] as string)
      .replaceAll(/max_cu": [34]/g, 'max_cu": 16')
      .replace('min_cu": 1', 'min_cu": 0.25');
    const ran = await run([...args, ...FLAGS], {
      ...files,
      'wide.json': wide,
      'plan.out': Buffer.from([0x50, 0x4b, 3, 4, 0xff]),
      'all.yaml': `databases:\n  - { name: a, file: ${WEEK} }\n`,
    });
    expect(refused(ran)).toBe(problem);
  });
});

describe('--from-api, of tidemark serve', () => {
  let service: RunningService;
  let project = '';
  let endpoint = '';
  let replica = '';

  beforeAll(async () => {
    service = await serve({ port: 0, pg: false, clock: 'stopped' });
    const made = await api('POST', '/projects', {
      project: { name: 'shop', autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 4 },
    });
    project = made.project.id;
    endpoint = made.endpoints[0].id;
    const added = await api('POST', `/projects/${project}/endpoints`, {
      endpoint: { branch_id: made.branch.id, type: 'read_only', autoscaling_limit_max_cu: 2 },
    });
    replica = added.endpoint.id;
    await api('POST', `/projects/${project}/branches`, { branch: {}, endpoints: [{ type: 'read_write' }] });
    await service.advance('1m');
  });
  afterAll(() => service.close());

  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it asks for
  async function api(method: string, path: string, body: unknown): Promise<any> {
    const headers = { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' };
    const response = await fetch(`${service.url}${path}`, { method, headers, body: JSON.stringify(body) });
    expect(response.ok, `${method} ${path} ${response.status}`).toBe(true);
    return response.json();
  }

  async function asked(args: readonly string[], key = service.apiKey) {
    // A plan in this process keeps the service busy, so it may have closed the connection of the last request.
    await fetch(service.url).catch(() => {});
    return run([...args, ...FLAGS, '--api-url', service.url], files, {
      environment: { TIDEMARK_API_KEY: key },
    });
  }

  test('is the read-write compute of the default branch, for a plan and for a comparison', async () => {
    const plan = ['plan', WEEK, '--highest', '4', '--json'];
    const read = await asked([...plan, '--from-api', project]);
    const stated = await run([...plan, ...FLAGS, '--current', '1-4, 5m'], files);
    expect(read.out).toBe(stated.out);
    const { out, err } = await asked([
      'compare',
      WEEK,
      '--from-api',
      project,
      '--configuration',
      '0.25-3, 5m',
    ]);
    expect(err).toBe('');
    expect(words(out)).toMatch(/^B costs \$17\.53 less a month \(-20\.8%\) and meets all objectives\./);
    const full = await asked(['compare', WEEK, '--from-api', project, '--set', 'max=3', '--full']);
    expect(words(full.out)).toContain(`${WEEK} with ${endpoint} as it is (1 to 4 CU, sleep after 5m)`);
  });

  test('is the compute that is named', async () => {
    const { out } = await asked(['plan', WEEK, '--from-api', `${project}/${replica}`, '--json']);
    expect(JSON.parse(out).current.configuration.size.maxCu).toBe(2);
  });

  test('keeps the key out of a report', async () => {
    const key = ['--api-key', service.apiKey];
    const { code, written } = await run(
      [
        'compare',
        WEEK,
        '--from-api',
        project,
        '--api-url',
        service.url,
        ...key,
        '--set',
        'max=3',
        '--report',
        'r',
      ],
      files,
    );
    expect(code).toBe(0);
    expect(written['r/report.html']).toContain(`--from-api ${project}`);
    expect(written['r/report.html']).not.toContain(service.apiKey);
  });

  test('is refused with a remedy', async () => {
    const plan = ['plan', WEEK, '--from-api'];
    expect(refused(await asked([...plan, 'none-such-1']))).toMatch(
      /^--from-api: the API refuses it: 404: .*; name a project that the key may see$/,
    );
    expect(refused(await asked([...plan, `${project}/ep-none`]))).toMatch(
      /^--from-api: the project .* has no compute ep-none; name one of ep-.*, ep-.*, as .*\/ENDPOINT$/,
    );
    expect(refused(await asked([...plan, 'a/b/c']))).toBe(
      '--from-api: found "a/b/c"; write the id of a project, or PROJECT/ENDPOINT',
    );
    expect(refused(await asked([...plan, project], 'wrong'))).toContain('it refuses the key (401)');
    expect(refused(await asked([...plan, project], ''))).toContain('TIDEMARK_API_KEY: is not set');
    const without = await run([...plan, project], files);
    expect(refused(without)).toBe(
      '--from-api: nothing says where the API is; give its address with --api-url',
    );
    expect(refused(await asked(['plan', WEEK]))).toBe(
      '--api-url: it needs --from-api; name a project with --from-api',
    );
    const both = await asked([...plan, project, '--current', '1, off']);
    expect([both.code, both.err]).toEqual([2, expect.stringContaining('--current')]);
  });
});
