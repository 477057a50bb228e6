import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const PAGE = `${root}docs/accuracy.md`;
const COMMANDS = ['tidemark backtest scenarios/backtest', 'tidemark backtest scenarios/backtest --room 25%'];
const NOT_BEHIND = 'Where what people do without a planner is not behind:';

describe('the eight kinds of demand of docs/accuracy.md', () => {
  const answers = COMMANDS.map((command) => {
    const [, ...args] = command.split(' ');
    return execFileSync(process.execPath, ['dist/cli/main.js', ...args], { cwd: root, encoding: 'utf8' });
  });
  const [plain, roomy] = answers as [string, string];

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

  test('regret is lower than that of any baseline on the mean, and one alone breaks fewer promises', () => {
    const [, cases = ''] = plain.split(NOT_BEHIND);
    const items = (cases.split('\n\n')[0] as string).split('\n').filter((line) => line.startsWith('  - '));
    expect(items.map((item) => item.slice(4, 35))).toEqual(['peak: fewer promises broken, 0.']);
  });

  test('with room both are lower than those of any baseline', () => {
    expect(roomy).not.toContain(NOT_BEHIND);
  });
});
