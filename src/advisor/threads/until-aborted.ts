/** Waits for work of other threads, but no longer than until the signal aborts. Null if it was aborted. */
export async function untilAborted<Result>(
  work: Promise<Result>,
  signal: AbortSignal,
): Promise<Result | null> {
  if (signal.aborted) {
    // The work fails when its threads are closed, and nobody awaits it any more.
    work.catch(() => {});
    return null;
  }
  const others = waitingFor(signal);
  let abort = () => {};
  const aborted = new Promise<null>((resolve) => {
    abort = () => resolve(null);
  });
  others.add(abort);
  try {
    return await Promise.race([work, aborted]);
  } finally {
    others.delete(abort);
  }
}

const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/** All waits share one listener: Node warns of a leak if a signal has more than ten. */
function waitingFor(signal: AbortSignal): Set<() => void> {
  const known = waiting.get(signal);
  if (known !== undefined) return known;
  const all = new Set<() => void>();
  waiting.set(signal, all);
  signal.addEventListener('abort', () => {
    for (const abort of all) abort();
  });
  return all;
}
