import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runFull as run } from './run.ts';

const trace = [
  'time,cpu_vcpu',
  ...Array.from(
    { length: 96 },
    (_, i) => `${new Date(Date.UTC(2026, 2, 2) + i * 900_000).toISOString()},0.1`,
  ),
].join('\n');
/** Names that would act as commands, templates or further lines if they were pasted unescaped. */
const LIST = `databases:
  - { name: orders, project: shop, file: one.csv, current: "2, off" }
  - { name: "$(touch fell)\\"\${x}\\ntouch fell", project: shop, file: one.csv, current: "1-4, 5m" }
  - { name: orders, file: one.csv }
  - { name: kept, file: one.csv, current: "0.25, off" }
`;
const FILES = { 'all.yaml': LIST, 'one.csv': trace };
const ARGS = ['plan', 'all.yaml', '--map', 'cpu=cpu_vcpu:vcpu', '--timeouts', 'off', '--only', 'fixed'];

const applied = async (form: string, files: Readonly<Record<string, string>> = FILES) => {
  const { written, code, out } = await run([...ARGS, '--apply-as', form, '--apply-to', 'changes'], files);
  return { text: written.changes as string, code, out };
};

describe('--apply-as of a list', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-'));
    writeFileSync(join(folder, 'curl'), '#!/bin/sh\nprintf "%s\\n" "$*" >> "$CALLS"\n');
    chmodSync(join(folder, 'curl'), 0o755);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const IDS = {
    DB_SHOP_ORDERS: 'p-1/ep-1',
    DB_SHOP_TOUCH_FELL_X_TOUCH_FELL: 'p-1/ep-2',
    DB_ORDERS: 'p-2/ep-3',
  };
  const script = (text: string, args: readonly string[], ids: Readonly<Record<string, string>>) => {
    const calls = join(folder, 'calls');
    rmSync(calls, { force: true });
    const { status } = spawnSync('/bin/sh', ['-s', '--', ...args], {
      cwd: folder,
      input: text,
      env: { PATH: `${folder}:/usr/bin:/bin`, CALLS: calls, API_URL: 'http://x/v2', API_KEY: 'k', ...ids },
    });
    const lines = existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : [];
    return {
      status,
      calls: lines.map((line) => [/http\S+/.exec(line)?.[0], JSON.parse(/-d (.*)$/.exec(line)?.[1] ?? '')]),
    };
  };
  const size = (cu: number) => ({ autoscaling_limit_min_cu: cu, autoscaling_limit_max_cu: cu });
  const at = (ids: string) => `http://x/v2/projects/${ids.replace('/', '/endpoints/')}`;

  test('is one script that makes all changes, and takes back those that it can', async () => {
    const { text, code } = await applied('curl');
    expect(code).toBe(0);
    const all = script(text, [], IDS);
    expect(all.status).toBe(0);
    expect(Object.fromEntries(all.calls)).toEqual({
      [at(IDS.DB_SHOP_ORDERS)]: { endpoint: size(0.25) },
      [at(IDS.DB_SHOP_TOUCH_FELL_X_TOUCH_FELL)]: { endpoint: { ...size(0.25), suspend_timeout_seconds: -1 } },
      [at(IDS.DB_ORDERS)]: { endpoint: { ...size(0.25), suspend_timeout_seconds: -1 } },
    });
    const back = script(text, ['back'], IDS);
    expect(Object.fromEntries(back.calls)).toEqual({
      [at(IDS.DB_SHOP_ORDERS)]: { endpoint: size(2) },
      [at(IDS.DB_SHOP_TOUCH_FELL_X_TOUCH_FELL)]: {
        endpoint: { autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 4, suspend_timeout_seconds: 300 },
      },
    });
    expect(existsSync(join(folder, 'fell'))).toBe(false);
  });

  test('changes nothing while an ID is missing', async () => {
    const { text } = await applied('curl');
    const { DB_ORDERS: _, ...others } = IDS;
    const { status, calls } = script(text, [], others);
    expect(status).not.toBe(0);
    expect(calls).toEqual([]);
  });

  test('is one Terraform configuration, in which names are no templates', async () => {
    const { text } = await applied('terraform');
    const names = [...text.matchAll(/^resource "neon_endpoint" "(\w+)"/gm)].map(([, name]) => name);
    expect([...names].sort()).toEqual(['db_orders', 'db_shop_orders', 'db_shop_touch_fell_x_touch_fell']);
    expect(text).toContain(`var.computes["shop/$(touch fell)\\"$\${x}\\u000atouch fell"].project_id`);
    for (const line of text.split('\n')) expect(line).not.toMatch(/^touch/);
    if (spawnSync('terraform', ['version']).status !== 0) return;
    expect(execFileSync('terraform', ['fmt', '-'], { input: text, encoding: 'utf8' })).toBe(text);
  });

  test('is on the page and in JSON too, and names the changes that the API refuses', async () => {
    const free = {
      ...FILES,
      'all.yaml': LIST.replace('orders, file: one.csv }', 'orders, file: one.csv, plan: free }'),
    };
    const args = ['plan', 'all.yaml', '--map', 'cpu=cpu_vcpu:vcpu', '--apply-as', 'cli'];
    const { apply } = JSON.parse((await run([...args, '--json'], free)).out);
    const refused = apply.changes.filter((one: { isRefused: boolean }) => one.isRefused);
    expect(refused.map(({ database }: { database: string }) => database)).toEqual(['orders']);
    const { out } = await run(args, free);
    for (const line of apply.text.trim().split('\n')) expect(out).toContain(line);
  });

  test('needs a form, and overwrites no file', async () => {
    const there = await run([...ARGS, '--apply-as', 'curl', '--apply-to', 'all.yaml'], FILES);
    expect([there.code, there.err]).toEqual([
      2,
      'tidemark: all.yaml: the file exists already; name another, or add --force\n',
    ]);
    const form = await run([...ARGS, '--apply-to', 'changes'], FILES);
    expect([form.code, form.err]).toEqual([
      2,
      'tidemark: --apply-to: the form is missing; add --apply-as terraform, curl or cli\n',
    ]);
    const dash = await run([...ARGS, '--apply-as', 'curl', '--apply-to', '-'], FILES);
    expect([dash.code, dash.out]).toEqual([0, (await applied('curl')).text]);
  });
});
