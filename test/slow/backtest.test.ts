import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const PAGE = `${root}docs/accuracy.md`;
const COMMANDS = [
  'tidemark backtest scenarios/backtest --full',
  'tidemark backtest scenarios/backtest --objective headroom=off --full',
];
const NOT_BEHIND = 'Baselines as good as the recommendations or better:';

describe('the eight kinds of demand of docs/accuracy.md', () => {
  const answers = COMMANDS.map((command) => {
    const [, ...args] = command.split(' ');
    return execFileSync(process.execPath, ['dist/cli/main.js', ...args], { cwd: root, encoding: 'utf8' });
  });
  const [robust, bare] = answers as [string, string];
  /** The first sentence about each baseline that does as well. */
  const notBehind = (answer: string) => {
    const [, cases = ''] = answer.split(NOT_BEHIND);
    const items = (cases.split('\n\n')[0] as string).split('\n').filter((line) => line.startsWith('  - '));
    return items.map((item) => item.slice(4).split(',')[0]);
  };

  test.each(COMMANDS.map((command, i) => [command, answers[i] as string]))(
    '%s gives what the page shows',
    (command, answer) => {
      const start = `<!-- ${command} -->\n`;
      const before = readFileSync(PAGE, 'utf8');
      const from = before.indexOf(start) + start.length;
      const until = before.indexOf('<!-- end -->', from);
      const page = `${before.slice(0, from)}\n\`\`\`text\n$ npx ${command}\n${answer}\`\`\`\n\n${before.slice(until)}`;
      if (process.env.WRITE_DOCS === '1') writeFileSync(PAGE, page);
      expect(readFileSync(PAGE, 'utf8')).toBe(page);
    },
  );

  test('with headroom, only choosers that break objectives far more often cost less', () => {
    expect(notBehind(robust)).toEqual(['default: less regret']);
    expect(robust).toMatch(/broke\s+an\s+objective\s+in\s+1\s+of\s+32\s+windows/);
  });

  test('without headroom, more windows break an objective', () => {
    expect(bare).toMatch(/broke\s+an\s+objective\s+in\s+5\s+of\s+32\s+windows/);
  });
});
