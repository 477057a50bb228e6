/** Whether a run keeps each change, time awake, hour and day, or totals only, which is quicker. */
export type Detail = 'all' | 'sums';
