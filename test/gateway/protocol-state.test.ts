import { describe, expect, test } from 'vitest';
import { ProtocolState } from '../../src/gateway/protocol-state.ts';

/** `>` marks messages of the client, `<` those of the server. ReadyForQuery has its status after it. */
function after(...said: readonly string[]): string {
  const conversation = new ProtocolState();
  for (const one of said) {
    const kind = one.charCodeAt(1);
    if (one[0] === '>') conversation.clientSent(kind);
    else conversation.serverSent(kind, one.charCodeAt(2));
  }
  return conversation.activity;
}

describe('the activity of a session', () => {
  test.each<[string, string, readonly string[]]>([
    ['at the start', 'idle', []],
    ['during a query', 'running', ['>Q']],
    ['after a query', 'idle', ['>Q', '<C', '<ZI']],
    ['in a transaction', 'waiting', ['>Q', '<C', '<ZT']],
    ['in a failed transaction', 'waiting', ['>Q', '<E', '<ZE']],
    ['during a query in a transaction', 'running', ['>Q', '<C', '<ZT', '>Q']],
    ['before the Sync of a batch', 'running', ['>P', '>B', '>E', '>H', '<1', '<2', '<C']],
    ['after a batch', 'idle', ['>P', '>B', '>E', '>S', '<1', '<2', '<C', '<ZI']],
    [
      'before the Sync of a second batch, after the answers of the first',
      'running',
      ['>P', '>B', '>E', '>S', '>P', '>B', '<1', '<2', '<C', '<ZI'],
    ],
    ['after a batch and a Flush', 'idle', ['>P', '>B', '>E', '>S', '>H', '<1', '<2', '<C', '<ZI']],
    [
      'after a COPY in a batch whose data came before the answer',
      'idle',
      ['>P', '>B', '>E', '>S', '>d', '>c', '>S', '<1', '<2', '<G', '<C', '<ZI'],
    ],
    ['during the second of two queries that were sent at once', 'running', ['>Q', '>Q', '<C', '<ZI']],
    ['after both queries', 'idle', ['>Q', '>Q', '<C', '<ZI', '<C', '<ZI']],
    ['during a function call', 'running', ['>F']],
    ['during COPY FROM STDIN', 'running', ['>Q', '<G', '>d', '>d']],
    ['after COPY FROM STDIN', 'idle', ['>Q', '<G', '>d', '>c', '<C', '<ZI']],
    ['during COPY FROM STDIN in a batch', 'running', ['>P', '>B', '>E', '>S', '<1', '<2', '<G', '>d']],
    [
      'after COPY FROM STDIN in a batch',
      'idle',
      ['>P', '>B', '>E', '>S', '<1', '<2', '<G', '>d', '>c', '>S', '<C', '<ZI'],
    ],
    [
      'after COPY FROM STDIN in a batch that the client aborts',
      'idle',
      ['>P', '>B', '>E', '>S', '<G', '>d', '>f', '>S', '<E', '<ZI'],
    ],
    ['after COPY FROM STDIN with a Sync in its middle', 'idle', ['>Q', '<G', '>S', '>c', '<C', '<ZI']],
    ['after reports of the server', 'idle', ['<N', '<A', '<S']],
  ])('%s: %s', (_what, doing, said) => {
    expect(after(...said)).toBe(doing);
  });
});
