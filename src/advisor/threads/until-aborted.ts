/** The result of work that others do; null if it is aborted first: whoever aborts does not wait for them. */
export async function untilAborted<Result>(
  work: Promise<Result>,
  signal: AbortSignal,
): Promise<Result | null> {
  if (signal.aborted) {
    // It fails when its threads are closed, and then nobody is there to hear of it.
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

/** One listener serves all who wait: Node warns of a leak where a signal has more than ten. */
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
