/** Whether a text is what `pgbench --log` writes: a line for each transaction. */
export function isTransactionLog(opening: string): boolean {
  return TRANSACTION.test(firstLine(opening));
}

/** Whether a text is what `pgbench --log --aggregate-interval` writes: a line for each interval. */
export function isIntervalLog(opening: string): boolean {
  return INTERVAL.test(firstLine(opening));
}

/** Client, number, time in µs or why there is none, script, end in s and µs since 1970; then what some flags add. */
export const TRANSACTION =
  /^(?<client>\d+) \d+ (?:(?<us>\d+)|(?<without>skipped|failed|serialization|deadlock)) (?<script>\d+) (?<endS>\d{9,10}) (?<endUs>\d{1,6})(?: (?<lag>\d+)(?<retries> \d+)?)?$/;

/** Start in s since 1970, transactions, sum of times in µs; then squares, bounds, and what versions add. */
export const INTERVAL = /^(?<startS>\d{9,10}) (?<count>\d+) (?<sumUs>\d+) \d+ \d+ \d+(?: \d+){0,10}$/;

function firstLine(text: string): string {
  return /^[^\r\n]*/.exec(text)?.[0] ?? '';
}
