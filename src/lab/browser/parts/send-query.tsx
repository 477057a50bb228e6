import { useEffect, useState } from 'preact/hooks';
import { delayWords } from '../../picture/figure-rows.ts';
import type { LabThread } from '../asking/lab-thread.ts';
import type { Asked } from '../asking/messages.ts';
import { thisBrowser } from '../browser.ts';

interface SendQueryProps {
  readonly thread: LabThread;
  readonly asked: Asked | null;
  /** Whether the compute sleeps at all. */
  readonly sleeps: boolean;
}

interface Sent {
  readonly atMs: number;
  readonly waitMs: number;
  readonly isServed: boolean;
}

/** Sends one query to the compute while it sleeps, and waits as long as it takes. */
export function SendQuery({ thread, asked, sleeps }: SendQueryProps) {
  const [sent, setSent] = useState<Sent | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [count, setCount] = useState(1);
  const [nowMs, setNowMs] = useState(0);
  const [trouble, setTrouble] = useState('');
  const waitedMs = sent === null ? 0 : Math.min(sent.waitMs, nowMs - sent.atMs);
  const isWaiting = sent !== null && waitedMs < sent.waitMs;

  useEffect(() => {
    if (!isWaiting) return;
    return thisBrowser.every(50, () => setNowMs(thisBrowser.nowMs()));
  }, [isWaiting]);

  const send = async () => {
    if (asked === null) return;
    setAsking(true);
    try {
      const atMs = thisBrowser.nowMs();
      const answer = await thread.ask('query', { ...asked, seed: count });
      setCount(count + 1);
      setNowMs(thisBrowser.nowMs());
      setSent({ atMs, ...answer });
      setTrouble('');
    } catch (error) {
      setTrouble((error as Error).message);
    } finally {
      setAsking(false);
    }
  };
  return (
    <section class="query" aria-label="Be the client">
      <h2>Be the client</h2>
      <p>
        {sleeps
          ? 'The compute is asleep. Send a query, and wait as long as it takes: each start takes another time.'
          : 'This compute never sleeps, so a query is served at once.'}
      </p>
      <button type="button" disabled={asked === null || isAsking || isWaiting} onClick={send}>
        Send a query
      </button>
      <p class="stopwatch" aria-hidden="true">
        {(waitedMs / 1000).toFixed(2)} s
      </p>
      <p role="status">{trouble || (sent === null || isWaiting ? '' : outcomeOf(sent))}</p>
    </section>
  );
}

function outcomeOf({ waitMs, isServed }: Sent): string {
  return isServed
    ? `The answer came after ${delayWords(waitMs)}.`
    : `Your client gave up after ${delayWords(waitMs)}, before the start was done.`;
}
