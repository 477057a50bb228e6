/** Names that differ in one place only, with a star there, and what stands for it in each. */
interface Alike {
  readonly pattern: string;
  readonly parts: readonly string[];
}

/** What names of the same quantity most likely are: one for each database. Null: they say parts or statistics of one. */
export function alikeNames(names: readonly string[]): Alike | null {
  if (names.length < 2) return null;
  const before = wholeWords(names.reduce(commonStart));
  const behind = reversed(wholeWords(names.map(reversed).reduce(commonStart)));
  const parts = names.map((name) => name.slice(before.length, name.length - behind.length));
  const isNamed = before.trim() !== '' || behind.trim() !== '';
  if (!isNamed || parts.some((part) => part.trim() === '' || OF_ONE.test(part.trim()))) return null;
  return { pattern: `${before}*${behind}`, parts };
}

/** Parts of CPU, kinds of memory and connections, and statistics: several of them are of one database. */
const OF_ONE =
  /^[\s_.:([-]*(?:user|usr|sys|system|nice|idle|iowait|io_?wait|steal|irq|softirq|guest|total|used|free|cached?|buffers?|active|waiting|max|maximum|min|minimum|avg|average|mean|sum|count|p?\d{1,3}(?:th)?|percent|pct|%|util\w*|usage|core\s?\d+|seconds|ms)[\s_.:)\]-]*$/i;

function commonStart(one: string, other: string): string {
  let at = 0;
  while (at < one.length && at < other.length && one[at] === other[at]) at++;
  return one.slice(0, at);
}

/** A name of a database does not begin within a word. */
function wholeWords(start: string): string {
  return /^[\s\S]*[^A-Za-z\d]/.exec(start)?.[0] ?? '';
}

const reversed = (text: string) => [...text].reverse().join('');
