/**
 * The detail of a run: `all` records each change, awake period, hour and day. `sums` records totals only,
 * which is faster.
 */
export type Detail = 'all' | 'sums';
