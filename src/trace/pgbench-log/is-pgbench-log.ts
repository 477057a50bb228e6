/** Whether a text is a log of `pgbench --log`, with a line for each transaction. */
export function isTransactionLog(opening: string): boolean {
  return TRANSACTION.test(firstLine(opening));
}

/** Whether a text is a log of `pgbench --log --aggregate-interval`, with a line for each interval. */
export function isIntervalLog(opening: string): boolean {
  return INTERVAL.test(firstLine(opening));
}

/**
 * Client, number, latency in us or why there is none, script, end in s and us since 1970; then fields that some flags
 * add.
 */
export const TRANSACTION =
  /^(?<client>\d+) \d+ (?:(?<us>\d+)|(?<without>skipped|failed|serialization|deadlock)) (?<script>\d+) (?<endS>\d{9,10}) (?<endUs>\d{1,6})(?: (?<lag>\d+)(?<retries> \d+)?)?$/;

/**
 * Start in s since 1970, transactions, sum of latencies in us; then squares, bounds, and fields that some versions
 * add.
 */
export const INTERVAL = /^(?<startS>\d{9,10}) (?<count>\d+) (?<sumUs>\d+) \d+ \d+ \d+(?: \d+){0,10}$/;

function firstLine(text: string): string {
  return /^[^\r\n]*/.exec(text)?.[0] ?? '';
}
