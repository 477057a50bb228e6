import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commandOf } from '../../src/lab/controls/as-command.ts';

test('a shell reads the words of a command as they were', () => {
  const words = fc.string({ unit: 'binary' }).filter((word) => !word.includes('\0'));
  const commands = fc.sample(fc.tuple(words, fc.array(words, { maxLength: 4 })), { seed: 1, numRuns: 200 });
  const script = commands
    .map(([file, changes]) => commandOf(file, changes).replace('tidemark simulate', 'printf "%s\\0"'))
    .join('\n');
  const read = execFileSync('sh', { input: script, encoding: 'utf8' });
  const expected = commands.map(([file, changes]) =>
    [file.startsWith('-') ? `./${file}` : file, ...changes.flatMap((change) => ['--set', change])]
      .map((word) => `${word}\0`)
      .join(''),
  );
  expect(read).toBe(expected.join(''));
});

test('a plain word needs no quotes', () => {
  expect(commandOf('scenarios/a.yaml', ['max=4', 'demand.0.every={ mean: 1m }'])).toBe(
    "tidemark simulate scenarios/a.yaml --set max=4 --set 'demand.0.every={ mean: 1m }'",
  );
});
