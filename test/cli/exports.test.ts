import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { run } from './run.ts';

const FOLDER = new URL('../trace/exports/', import.meta.url);
const NAMES = readdirSync(FOLDER);
const bytes = (name: string) => new Uint8Array(readFileSync(new URL(name, FOLDER)));

/** The words of a command as a shell reads them. */
function words(command: string): string[] {
  const script = `printf '%s\\0' ${command}`;
  return execFileSync('sh', ['-c', script]).toString().split('\0').slice(0, -1);
}

/** The command that a message says to try; null: it says none. */
const suggested = (err: string) => /^Try(?: \([^\n]*?\))?: (tidemark .*)$/m.exec(err)?.[1] ?? null;

/** What is wanted of a file on the first try: an answer, or a message with a command that gives one. */
const ANSWERED_AT_ONCE = ['google-reserved-cores.json', 'grafana-prometheus.csv'];

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
});
