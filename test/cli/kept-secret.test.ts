import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { selfSigned } from '../../src/gateway/index.ts';
import {
  CERTIFICATE,
  CONTROL_TOKEN,
  keepSecret,
  keptSecret,
  SECRET,
} from '../../src/library/service/kept-secret.ts';
import { run } from './run.ts';

const parent = mkdtempSync(join(tmpdir(), 'tidemark-kept-'));
afterAll(() => rmSync(parent, { recursive: true }));
let folders = 0;
const freshFolder = () => {
  const folder = join(parent, String(++folders));
  mkdirSync(folder);
  return folder;
};

const token = '0123456789abcdef0123456789abcdef';
const whole = [
  [CONTROL_TOKEN, token],
  [SECRET, token + token],
  [CERTIFICATE, selfSigned(Date.UTC(2026, 0, 1), new Uint8Array(8)).trim()],
] as const;

describe.each(whole)('$name', (file, text) => {
  test('is made once, readable only by its owner, and nothing is left beside it', () => {
    const folder = freshFolder();
    expect(keptSecret(folder, file)).toBeNull();
    expect(keepSecret(folder, file, () => text)).toBe(text);
    expect(keepSecret(folder, file, () => 'another')).toBe(text);
    expect(readdirSync(folder)).toEqual([file.name]);
    expect(statSync(join(folder, file.name)).mode & 0o777).toBe(0o600);
  });

  test('is refused and left as it is if it is empty, cut off or full of zeros', () => {
    for (const left of ['', '\n', text.slice(0, -3), '\0'.repeat(text.length), `${text}0`]) {
      const folder = freshFolder();
      const path = join(folder, file.name);
      writeFileSync(path, left);
      const finding = left.trim() === '' ? 'it is empty' : 'it is damaged';
      for (const read of [() => keptSecret(folder, file), () => keepSecret(folder, file, () => text)])
        expect(read).toThrow(`${path}: ${finding}; ${file.remedy}`);
      expect(readFileSync(path, 'utf8')).toBe(left);
    }
  });

  test('is refused without waiting if it is a pipe', () => {
    const folder = freshFolder();
    execFileSync('mkfifo', [join(folder, file.name)]);
    expect(() => keptSecret(folder, file)).toThrow('it is empty');
  });

  test('is not written through a link that somebody has put beside it', () => {
    const folder = freshFolder();
    const victim = join(folder, 'victim');
    writeFileSync(victim, 'precious');
    symlinkSync(victim, join(folder, `${file.name}.unfinished`));
    expect(keepSecret(folder, file, () => text)).toBe(text);
    expect(readFileSync(victim, 'utf8')).toBe('precious');
    expect(statSync(join(folder, file.name)).mode & 0o777).toBe(0o600);
  });
});

describe('a service', () => {
  const folder = freshFolder();
  writeFileSync(join(folder, 'tidemark.store'), '');

  test.each([
    ['control-token', CONTROL_TOKEN.remedy],
    ['secret', SECRET.remedy],
    ['gateway.pem', CERTIFICATE.remedy],
  ])('does not start with an empty %s', async (name, remedy) => {
    writeFileSync(join(folder, name), '');
    const { code, out, err } = await run(['serve', '--port', '0', '--data', folder, '--log', 'off']);
    expect([code, out, err]).toEqual([2, '', `tidemark: ${join(folder, name)}: it is empty; ${remedy}\n`]);
    rmSync(join(folder, name));
  });

  test.each([
    ['', 'it is empty'],
    ['two words', 'it has spaces or signs beyond ASCII'],
  ])('refuses the control token %j', async (value, finding) => {
    const remedy = 'write another, or none, and one is made';
    const message = `tidemark: --control-token: ${finding}; ${remedy}\n`;
    const ran = await run(['serve', '--port', '0', '--no-pg', '--control-token', value]);
    expect([ran.code, ran.out, ran.err]).toEqual([2, '', message]);
  });

  test('makes no key with an empty control token', async () => {
    const folder = freshFolder();
    writeFileSync(join(folder, 'control-token'), '');
    const { code, err } = await run(['keys', 'create', 'x', '--data', folder, '--url', 'http://127.0.0.1:1']);
    expect([code, err]).toEqual([
      2,
      `tidemark: ${join(folder, 'control-token')}: it is empty; ${CONTROL_TOKEN.remedy}\n`,
    ]);
    expect(existsSync(join(folder, 'secret'))).toBe(false);
  });
});
