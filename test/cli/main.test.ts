import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);

test('a command that stops before it is done says so and exits with 70', () => {
  const args = ['plan', 'scenarios/traces/office-week.jsonl', '--timeouts', '5m'];
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', './test/cli/never-settles.mjs', 'dist/cli/main.js', ...args],
    { cwd: fileURLToPath(root), encoding: 'utf8' },
  );
  expect(stderr).toBe(
    `tidemark: the command stopped before it was done\ntidemark: this is a fault of tidemark's own; please report it with: tidemark ${args.join(' ')}\n`,
  );
  expect(status).toBe(70);
});
