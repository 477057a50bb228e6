import { describe, expect, test } from 'vitest';
import { createMachine, getInitialSnapshot } from 'xstate';
import { run } from './run.ts';

describe('tidemark statechart', () => {
  test('prints Mermaid', async () => {
    const { code, out } = await run(['statechart']);
    expect(code).toBe(0);
    expect(out).toMatch(/^stateDiagram-v2\n {2}\[\*\] --> none\n/);
  });

  test('--json is a chart that XState reads back', async () => {
    const machine = createMachine(JSON.parse((await run(['statechart', '--json'])).out));
    expect(getInitialSnapshot(machine).value).toBe('none');
    expect(Object.keys(machine.states)).toContain('reconfiguring');
  });

  test('--table --json is a document with a schema', async () => {
    const answer = JSON.parse((await run(['statechart', '--table', '--json'])).out);
    expect(answer).toMatchObject({ schema: 'tidemark/transition-table', version: 1 });
    expect(answer.rows).toContainEqual({
      state: 'idle',
      event: 'connect',
      when: 'barred',
      next: 'idle',
      actions: ['refuseConnection'],
    });
  });

  test('--svg is a picture', async () => {
    expect((await run(['statechart', '--svg'])).out).toMatch(/^<svg [\s\S]*<\/svg>\n$/);
  });
});
