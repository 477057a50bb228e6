import { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { suggestedCommand } from '../../src/cli/flags/suggested-command.ts';
import type { Suggestion } from '../../src/problem/index.ts';

const command = new Command().option('--map <X>').option('--vcpus <N>').option('--where <LABELS>');
const suggest = (typed: readonly string[], ...args: readonly Suggestion['options'][]) =>
  suggestedCommand(
    typed,
    args.map((one) => ({ options: one, when: null })),
    command,
  );

describe('the command that a message suggests', () => {
  test('is the typed command with more arguments, quoted for a shell', () => {
    expect(suggest(['plan', 'my file.csv'], [['map', "cpu=it's CPU:percent"]])).toBe(
      "Try: tidemark plan 'my file.csv' --map 'cpu=it'\\''s CPU:percent'",
    );
  });

  test('replaces typed arguments by suggested ones, each --map by its quantity', () => {
    const typed = ['plan', 'a.csv', '--map', 'cpu=x', '--map', 'queries=y', '--vcpus=4', '--json'];
    expect(
      suggest(typed, [
        ['map', 'cpu=z:percent'],
        ['vcpus', '2'],
      ]),
    ).toBe('Try: tidemark plan a.csv --map queries=y --json --map cpu=z:percent --vcpus 2');
  });

  test('takes the first suggestion whose flags the command has', () => {
    expect(suggest(['plan', 'a.csv'], [['by', '*']], [['where', 'a="b"']])).toBe(
      `Try: tidemark plan a.csv --where 'a="b"'`,
    );
    expect(suggest(['plan', 'a.csv'], [['by', '*']])).toBeNull();
  });

  test('says when it is right', () => {
    const suggestion: Suggestion = { options: [['vcpus', '2']], when: 'if it has 2 vCPU' };
    expect(suggestedCommand(['plan', 'a.csv'], [suggestion], command)).toBe(
      'Try (if it has 2 vCPU): tidemark plan a.csv --vcpus 2',
    );
  });
});
