import { describe, expect, test } from 'vitest';
import { ProtocolState } from '../../src/gateway/protocol-state.ts';

/** `>` is what the client sends, `<` what the server says; ReadyForQuery has its status behind it. */
function after(...said: readonly string[]): string {
  const conversation = new ProtocolState();
  for (const one of said) {
    const kind = one.charCodeAt(1);
    if (one[0] === '>') conversation.clientSent(kind);
    else conversation.serverSent(kind, one.charCodeAt(2));
  }
  return conversation.activity;
}

describe('what a session does', () => {
  test.each<[string, string, readonly string[]]>([
    ['nothing at first', 'idle', []],
    ['a query', 'running', ['>Q']],
    ['nothing after it', 'idle', ['>Q', '<C', '<ZI']],
    ['nothing, in a transaction', 'waiting', ['>Q', '<C', '<ZT']],
    ['nothing, in a transaction that failed', 'waiting', ['>Q', '<E', '<ZE']],
    ['a query in a transaction', 'running', ['>Q', '<C', '<ZT', '>Q']],
    ['a batch that has not ended', 'running', ['>P', '>B', '>E', '>H', '<1', '<2', '<C']],
    ['a batch that has', 'idle', ['>P', '>B', '>E', '>S', '<1', '<2', '<C', '<ZI']],
    [
      'a second batch that has not ended, when the first is answered',
      'running',
      ['>P', '>B', '>E', '>S', '>P', '>B', '<1', '<2', '<C', '<ZI'],
    ],
    [
      'nothing after a batch with a flush behind it',
      'idle',
      ['>P', '>B', '>E', '>S', '>H', '<1', '<2', '<C', '<ZI'],
    ],
    [
      'nothing after a copy within a batch whose data did not wait',
      'idle',
      ['>P', '>B', '>E', '>S', '>d', '>c', '>S', '<1', '<2', '<G', '<C', '<ZI'],
    ],
    ['the second of two queries sent at once', 'running', ['>Q', '>Q', '<C', '<ZI']],
    ['nothing after both', 'idle', ['>Q', '>Q', '<C', '<ZI', '<C', '<ZI']],
    ['a function call', 'running', ['>F']],
    ['a copy to the server', 'running', ['>Q', '<G', '>d', '>d']],
    ['nothing after a copy to the server', 'idle', ['>Q', '<G', '>d', '>c', '<C', '<ZI']],
    ['a copy within a batch', 'running', ['>P', '>B', '>E', '>S', '<1', '<2', '<G', '>d']],
    [
      'nothing after a copy within a batch',
      'idle',
      ['>P', '>B', '>E', '>S', '<1', '<2', '<G', '>d', '>c', '>S', '<C', '<ZI'],
    ],
    [
      'nothing after a copy within a batch that the client gives up',
      'idle',
      ['>P', '>B', '>E', '>S', '<G', '>d', '>f', '>S', '<E', '<ZI'],
    ],
    [
      'nothing after a copy whose end of batch comes in its middle',
      'idle',
      ['>Q', '<G', '>S', '>c', '<C', '<ZI'],
    ],
    ['nothing, however often a notice comes', 'idle', ['<N', '<A', '<S']],
  ])('%s', (_what, doing, said) => {
    expect(after(...said)).toBe(doing);
  });
});
