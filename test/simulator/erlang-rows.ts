/**
 * Figures of queueing theory: servers and offered load, then the blocked share (Erlang B), the waiting share (Erlang C),
 * and the mean wait in service times.
 */
export const ERLANG_ROWS = [
  [1, 0.8, 0.444444, 0.8, 4.0],
  [2, 1.5, 0.310345, 0.642857, 1.285714],
  [5, 4, 0.199067, 0.554113, 0.554113],
  [10, 8, 0.121661, 0.40918, 0.20459],
  [20, 18, 0.109213, 0.550769, 0.275385],
  [100, 90, 0.026957, 0.21694, 0.021694],
] as const;
