import { useEffect, useState } from 'preact/hooks';
import { delayWords } from '../../picture/figure-rows.ts';
import type { LabThread } from '../asking/lab-thread.ts';
import type { Asked } from '../asking/messages.ts';
import { thisBrowser } from '../browser.ts';

/** Sends one query to the compute while it sleeps, and waits as long as it takes. */
export function SendQuery({ thread, asked }: { readonly thread: LabThread; readonly asked: Asked | null }) {
  const [sent, setSent] = useState<{
    readonly at: number;
    readonly waitMs: number;
    readonly isServed: boolean;
  } | null>(null);
  const [count, setCount] = useState(0);
  const [now, setNow] = useState(0);
  const [trouble, setTrouble] = useState('');
  const waited = sent === null ? 0 : Math.min(sent.waitMs, now - sent.at);
  const isWaiting = sent !== null && waited < sent.waitMs;

  useEffect(() => {
    if (!isWaiting) return;
    return thisBrowser.every(50, () => setNow(thisBrowser.nowMs()));
  }, [isWaiting]);

  const send = async () => {
    if (asked === null) return;
    const at = thisBrowser.nowMs();
    try {
      const { waitMs, isServed } = await thread.ask('query', { ...asked, seed: count + 1 });
      setCount(count + 1);
      setNow(thisBrowser.nowMs());
      setSent({ at, waitMs, isServed });
      setTrouble('');
    } catch (error) {
      setTrouble((error as Error).message);
    }
  };
  return (
    <section class="query" aria-label="Be the client">
      <h2>Be the client</h2>
      <p>The compute is asleep. Send a query, and wait as long as it takes: each start takes another time.</p>
      <button type="button" disabled={asked === null || isWaiting} onClick={send}>
        Send a query
      </button>
      <p class="stopwatch" aria-hidden="true">
        {(waited / 1000).toFixed(2)} s
      </p>
      <p role="status">
        {trouble !== '' || sent === null || isWaiting
          ? trouble
          : sent.isServed
            ? `The answer came after ${delayWords(sent.waitMs)}.`
            : `Your client gave up after ${delayWords(sent.waitMs)}, before the start was done.`}
      </p>
    </section>
  );
}
