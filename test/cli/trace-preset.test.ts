import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { run } from './run.ts';

const NEON = 'neon-day.json';
const files = {
  [NEON]: readFileSync(new URL('../../scenarios/traces/neon-day.json', import.meta.url), 'utf8'),
};

describe('--preset', () => {
  test('says where the names of a file come from, on the command line and in a scenario', async () => {
    const told = async (preset: string) => {
      const scenario = `why: x\nstart: 2026-03-02\nhorizon: 1d\ndemand: [{ kind: trace, file: ${NEON}, preset: ${preset} }]\n`;
      return [
        await run(['simulate', NEON, '--preset', preset, '--no-compare', '--json'], files),
        await run(['simulate', 's.yaml', '--no-compare', '--json'], { ...files, 's.yaml': scenario }),
      ];
    };
    for (const { code, err, out } of await told('neon')) {
      expect([code, err]).toEqual([0, '']);
      expect(JSON.parse(out).computes[0].cpu.usedCpuHours).toBeGreaterThan(6);
    }
    for (const { code, err } of await told('rds')) {
      expect(code).toBe(2);
      expect(err).toContain(
        `${NEON}: none of its series is one that --preset rds knows: host_cpu_seconds_total{`,
      );
    }
  });

  test('is refused for a scenario', async () => {
    const { code, err } = await run(['simulate', 's.yaml', '--preset', 'neon'], { 's.yaml': 'why: x\n' });
    expect([code, err]).toEqual([
      2,
      'tidemark: --preset: it is for a trace, and the file is a scenario; ' +
        'leave it out; a demand of kind trace has a field for it\n',
    ]);
  });
});
