/** The most computes that are active at the same time, and the first instant at which that many are. */
export interface AtOnce {
  readonly most: number;
  readonly atMs: number;
}

/** @param times the start and the end of each time that a compute is active, one after the other */
export function mostAtOnce(times: readonly Float64Array[]): AtOnce {
  const starts = sortedTimes(times, 0);
  const ends = sortedTimes(times, 1);
  let most: AtOnce = { most: 0, atMs: 0 };
  let ended = 0;
  starts.forEach((atMs, at) => {
    // A time that ends at an instant makes room for one that starts then.
    while ((ends[ended] ?? Number.POSITIVE_INFINITY) <= atMs) ended++;
    const active = at + 1 - ended;
    if (active > most.most) most = { most: active, atMs };
  });
  return most;
}

function sortedTimes(times: readonly Float64Array[], from: 0 | 1): Float64Array {
  const length = times.reduce((sum, one) => sum + one.length / 2, 0);
  const all = new Float64Array(length);
  let place = 0;
  for (const one of times) for (let at = from; at < one.length; at += 2) all[place++] = one[at] as number;
  return all.sort();
}
