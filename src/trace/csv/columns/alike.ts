/** Names that differ in one place only: the pattern has a star there, and `parts` has the text of each name. */
interface NamePattern {
  readonly pattern: string;
  readonly parts: readonly string[];
}

/** Finds names that most likely belong to one database each. Null if they are parts or statistics of one database. */
export function databaseNamePattern(names: readonly string[]): NamePattern | null {
  if (names.length < 2) return null;
  const before = wholeWords(names.reduce(commonStart));
  const behind = reversed(wholeWords(names.map(reversed).reduce(commonStart)));
  const parts = names.map((name) => name.slice(before.length, name.length - behind.length));
  const isNamed = before.trim() !== '' || behind.trim() !== '';
  if (!isNamed || parts.some((part) => part.trim() === '' || PART_OR_STATISTIC.test(part.trim())))
    return null;
  return { pattern: `${before}*${behind}`, parts };
}

/** Names for parts of CPU, kinds of memory or connections, and statistics, which all belong to one database. */
const PART_OR_STATISTIC =
  /^[\s_.:([-]*(?:user|usr|sys|system|nice|idle|iowait|io_?wait|steal|irq|softirq|guest|total|used|free|cached?|buffers?|active|waiting|max|maximum|min|minimum|avg|average|mean|sum|count|p?\d{1,3}(?:th)?|percent|pct|%|util\w*|usage|core\s?\d+|seconds|ms)[\s_.:)\]-]*$/i;

function commonStart(one: string, other: string): string {
  let at = 0;
  while (at < one.length && at < other.length && one[at] === other[at]) at++;
  return one.slice(0, at);
}

/** The name of a database does not start in the middle of a word. */
function wholeWords(start: string): string {
  return /^[\s\S]*[^A-Za-z\d]/.exec(start)?.[0] ?? '';
}

const reversed = (text: string) => [...text].reverse().join('');
