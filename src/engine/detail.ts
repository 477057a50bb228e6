/** What a run keeps: changes, times awake, hours and days one by one as well, or sums alone, which is quicker. */
export type Detail = 'all' | 'sums';
