import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { run } from './run.ts';

/** How to ask each shell for completions of the typed words. The last word is unfinished. */
const ASKED = {
  bash: (words: readonly string[]) => `
COMP_WORDS=(tidemark ${list(words)}); COMP_CWORD=${words.length}; COMPREPLY=()
_tidemark
printf '%s\\n' "\${COMPREPLY[@]}"`,
  zsh: (words: readonly string[]) => `
words=(tidemark ${list(words)}); CURRENT=${words.length + 1}
_tidemark`,
  fish: (words: readonly string[]) => `complete -C "tidemark ${words.join(' ')}"`,
};

/** zsh completes only in an interactive shell, so the functions that would show completions print them. */
const BEFORE = {
  bash: '',
  zsh: `compdef() {}; _describe() { print -rl -- \${(P)2}; }; _files() {}\n`,
  fish: 'function tidemark; end\n',
};

const EXPECTED: readonly [words: readonly string[], offered: readonly string[]][] = [
  [['pl'], ['plan']],
  [['plan', '--profi'], ['--profile']],
  [
    ['plan', '--profile', ''],
    ['balanced', 'frugal', 'steady'],
  ],
  [['plan', 'x.csv', '--stabil'], ['--stability']],
  [['trace', 'sl'], ['slice']],
  [
    ['completion', ''],
    ['bash', 'fish', 'zsh'],
  ],
  [['plan', 'no-such-fi'], []],
];

for (const shell of ['bash', 'zsh', 'fish'] as const) {
  const program = ['/bin', '/usr/bin', '/usr/local/bin']
    .map((folder) => `${folder}/${shell}`)
    .find(existsSync);
  describe.skipIf(program === undefined)(`completion of ${shell}, where ${shell} is installed`, () => {
    test.each(EXPECTED)('%j offers %j', async (words, offered) => {
      const { out: script } = await run(['completion', shell]);
      const text = execFileSync(
        program as string,
        ['-c', `${BEFORE[shell]}${script}\n${ASKED[shell](words)}\n`],
        { encoding: 'utf8' },
      );
      const typed = words.at(-1) ?? '';
      const found = text
        .split('\n')
        .map((line) => line.split(/[\t:]/)[0] as string)
        .filter((word) => word !== '' && word.startsWith(typed));
      expect(found.sort()).toEqual(offered);
    });
  });
}

test('an unknown shell is a problem that names the known ones', async () => {
  const { code, out, err } = await run(['completion', 'tcsh']);
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain('bash, zsh, fish');
});

function list(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(' ');
}
