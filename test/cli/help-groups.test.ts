import { expect, test } from 'vitest';
import { COMMAND_GROUPS, FLAG_GROUPS } from '../../src/cli/flags/help-groups.ts';
import { run } from './run.ts';

const NAMES = COMMAND_GROUPS.flatMap(([, names]) => names).filter((name) => name !== 'help');

test('help shows the commands by purpose, every one in a group', async () => {
  const { out } = await run(['--help']);
  expect(headingsOf(out)).toEqual(['Options', ...COMMAND_GROUPS.map(([heading]) => heading.slice(0, -1))]);
});

test('help of plan shows its flags by question, and first the six that most people need', async () => {
  const { out } = await run(['plan', '--help']);
  expect(headingsOf(out)).toEqual(['Arguments', ...FLAG_GROUPS.map(([heading]) => heading.slice(0, -1))]);
  const [, first = ''] = out.split('Common:\n');
  expect([...(first.split('\n\n')[0] as string).matchAll(/^ {2}--\w+/gm)]).toHaveLength(6);
});

test('a command with few flags shows them in one list', async () => {
  const { out } = await run(['sizes', '--help']);
  expect(headingsOf(out)).toEqual(['Options']);
});

test('a command with many flags has each in a group, and each group has flags of some command', async () => {
  const help = await Promise.all(NAMES.map(async (name) => (await run([name, '--help'])).out));
  for (const out of help) if (out.includes('Common:')) expect(headingsOf(out)).not.toContain('Options');
  const shown = new Set(help.flatMap((out) => out.match(/(?<=^ +(?:-\w, )?)--[a-z-]+/gm) ?? []));
  for (const [, flags] of FLAG_GROUPS) for (const flag of flags) expect([...shown]).toContain(flag);
});

/** The lines that end in a colon and are not indented: headings of lists, not examples. */
function headingsOf(help: string): string[] {
  return [...help.matchAll(/^([A-Z][\w ,]+):$/gm)].flatMap(([, heading = '']) =>
    heading === 'Examples' ? [] : [heading],
  );
}
