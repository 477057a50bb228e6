import { expect, test } from 'vitest';
import { runFull as run } from './run.ts';

const SHORT = [
  'time,cpu_cores',
  ...Array.from(
    { length: 13 },
    (_, i) => `${new Date(Date.UTC(2026, 2, 2, 9) + i * 1000).toISOString()},0.${i % 5}`,
  ),
].join('\n');

test('a trace of 13 seconds is not called a trace of 0 days', async () => {
  const { out } = await run(['plan', 't.csv', '--highest', '1', '--timeouts', '5m'], { 't.csv': SHORT });
  const words = out.replaceAll(/\s+/g, ' ');
  expect(words).toContain('The trace covers less than one day; weekly patterns need 14.');
  expect(words).toContain('13 s from 2026-03-02, plan scale');
  expect(words).not.toMatch(/\b0 (of 14 )?days/);
});
