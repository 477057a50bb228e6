import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { PRESETS } from '../../src/trace/index.ts';
import { run } from '../cli/run.ts';
import { Harness } from './harness.ts';

const WEEK = `{"schema":"tidemark/trace","version":1,"name":"day","timezone":"Europe/Berlin","stepMs":300000,"columns":[{"quantity":"cpu","statistic":"average","gap":"unknown","source":"made up"}]}
${Array.from({ length: 288 }, (_, at) => JSON.stringify([Date.UTC(2026, 2, 3) + at * 300_000, at < 100 ? 0 : 1.6])).join('\n')}
`;

/** Returns the output of a plan with `--apply-as`. */
async function plan(form: string, current: string | null, ...more: readonly string[]) {
  const args = ['plan', 'day.jsonl', '--highest', '2', '--worthwhile', '0%', '--apply-as', form, ...more];
  const set = current === null ? [] : ['--current', current];
  const { code, out, err } = await run([...args, ...set], { 'day.jsonl': WEEK });
  expect([code, err]).toEqual([0, '']);
  return out;
}

interface Called {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/** The calls that the lines of curl in a text make. */
function callsOf(text: string, project: string, endpoint: string): Called[] {
  const words = text.replaceAll('$PROJECT_ID', project).replaceAll('$ENDPOINT_ID', endpoint);
  return [...words.matchAll(/curl --fail -X (\w+) "\$API_URL([^"]+)" \\\n([\s\S]*?)-d '([^']*)'/g)].map(
    ([, method = '', path = '', headers = '', body = '']) => {
      expect(headers).toContain('-H "Authorization: Bearer $API_KEY"');
      expect(headers).toContain('-H "Content-Type: application/json"');
      return { method, path, body: JSON.parse(body) };
    },
  );
}

async function service(fields: Record<string, unknown>) {
  const h = await Harness.start();
  const { project, endpoints } = await h.project({ default_endpoint_settings: fields });
  const id: string = endpoints[0].id;
  const shown = async () => {
    const { endpoint } = await h.ok('GET', `/projects/${project.id}/endpoints/${id}`);
    const { autoscaling_limit_min_cu, autoscaling_limit_max_cu, suspend_timeout_seconds } = endpoint;
    return [autoscaling_limit_min_cu, autoscaling_limit_max_cu, suspend_timeout_seconds];
  };
  const call = async ({ method, path, body }: Called) => {
    const answer = await h.call(method, path, body);
    h.pass(5000);
    return answer.status;
  };
  return { project: project.id as string, id, shown, call };
}

describe('applying a plan', () => {
  test('with curl makes the change, and the rollback undoes it', async () => {
    const { project, id, shown, call } = await service({
      autoscaling_limit_min_cu: 1,
      autoscaling_limit_max_cu: 4,
      suspend_timeout_seconds: 600,
    });
    const calls = callsOf(await plan('curl', '1-4, 10m'), project, id);
    expect(calls).toHaveLength(2);
    const before = await shown();
    expect(before).toEqual([1, 4, 600]);
    const [change, rollback] = calls as [Called, Called];
    expect(await call(change)).toBe(200);
    expect(await shown()).toEqual([0.25, 2, 300]);
    expect(await call(rollback)).toBe(200);
    expect(await shown()).toEqual(before);
  });

  test('as JSON is the same call, and has no rollback if the present configuration is unknown', async () => {
    const text = await plan('curl', '1-4, 10m', '--full');
    const { apply } = JSON.parse(await plan('curl', '1-4, 10m', '--json'));
    const [change, rollback] = callsOf(text, '{project_id}', '{endpoint_id}');
    expect(change).toEqual({ method: apply.change.method, path: apply.change.path, body: apply.change.body });
    expect(rollback?.body).toEqual(apply.rollback.body);
    expect(callsOf(apply.change.text, '{project_id}', '{endpoint_id}')).toEqual([change]);
    expect(apply.restarts).toBe(true);
    expect(apply.quiet).toMatchObject({ timezone: 'Europe/Berlin', weekday: 2, connections: 0 });
    const unset = await plan('curl', null);
    expect(callsOf(unset, 'p', 'e')).toHaveLength(1);
    expect(unset).toContain('> before.json');
    expect(JSON.parse(await plan('curl', null, '--json')).apply.rollback).toBeNull();
    const document = JSON.parse(
      (await run(['plan', 'day.jsonl', '--highest', '2', '--json'], { 'day.jsonl': WEEK })).out,
    );
    expect(document).not.toHaveProperty('apply');
  });

  test('needs no restart for a timeout alone, and no call for the present configuration', async () => {
    const { apply } = JSON.parse(await plan('curl', '0.25-2, off', '--json'));
    expect([apply.change.body, apply.rollback.body]).toEqual([
      { endpoint: { suspend_timeout_seconds: 300 } },
      { endpoint: { suspend_timeout_seconds: -1 } },
    ]);
    expect(apply.restarts).toBe(false);
    const kept = await plan('curl', '0.25-2, 5m');
    expect(kept).toContain('To apply: nothing. The current configuration is the recommendation.');
    expect(callsOf(kept, 'p', 'e')).toEqual([]);
  });

  test('with Terraform and with the CLI has the same numbers, within 80 columns', async () => {
    const terraform = await plan('terraform', '1-4, 10m');
    const [change, rollback] = [
      ...terraform.matchAll(/resource "neon_endpoint" "main" \{\n([\s\S]*?)\n {2}\}/g),
    ].map(([, block = '']) =>
      Object.fromEntries([...block.matchAll(/(\w+) += (.*)/g)].map(([, name, value]) => [name, value])),
    );
    const given = { project_id: 'var.project_id', branch_id: 'var.branch_id', type: '"read_write"' };
    expect(change).toEqual({
      ...given,
      autoscaling_limit_min_cu: '0.25',
      autoscaling_limit_max_cu: '2',
      suspend_timeout_seconds: '300',
    });
    expect(rollback).toMatchObject({ autoscaling_limit_max_cu: '4', suspend_timeout_seconds: '600' });
    const cli = await plan('cli', '1-4, 10m');
    const [, body] = /neon api "[^"]+" -X PATCH \\\n\s+-d '([^']*)'/.exec(cli) ?? [];
    expect(JSON.parse(body ?? '')).toEqual({
      endpoint: { autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 2, suspend_timeout_seconds: 300 },
    });
    for (const text of [terraform, cli, await plan('curl', '1-4, 10m')])
      expect(text.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  test('gives alert rules in YAML, with metrics that the service exports', async () => {
    const { apply } = JSON.parse(await plan('curl', '1-4, 10m', '--json'));
    const { groups } = parse(apply.alertRules);
    expect(groups).toHaveLength(1);
    const metrics = PRESETS[0]?.rules.map(({ selector }) => selector.split('{')[0] ?? '');
    expect(groups[0].rules).toHaveLength(apply.alerts.length);
    for (const [at, rule] of groups[0].rules.entries()) {
      expect(Object.keys(rule)).toEqual(['alert', 'expr', 'for', 'labels', 'annotations']);
      expect(rule.expr).toBe(apply.alerts[at].expr);
      expect(metrics?.some((metric) => rule.expr.includes(`${metric}{`))).toBe(true);
      expect(rule.for).toMatch(/^\d+m$/);
      expect(rule.annotations.summary).toContain(apply.alerts[at].summary);
    }
    const text = await plan('curl', '1-4, 10m', '--full');
    expect(parse(text.slice(text.indexOf('  groups:'), text.indexOf('\n\nModels:')))).toEqual({ groups });
  });
});
