import { problem } from '../../problem/index.ts';

/** The fields in the prefix of a line, by name. */
export type PrefixParts = Readonly<Record<string, string | undefined>>;

export interface LogPrefix {
  /** The value of `log_line_prefix`. */
  readonly text: string;
  /** The fields, severity and message of a line that starts an entry. Null for other lines. */
  parts(line: string): PrefixParts | null;
}

/** Compiles a value of `log_line_prefix` to a pattern for lines. */
export function logPrefix(text: string): LogPrefix {
  const pattern = new RegExp(`^${patternOf(text)}${SEVERITY}:  (?<message>.*)$`);
  return { text, parts: (line) => pattern.exec(line)?.groups ?? null };
}

/** Checks a prefix that a user wrote. */
export function checkedPrefix(text: string): LogPrefix {
  const place = { field: '‹logPrefix›' };
  for (const [written, letter] of text.matchAll(ESCAPE))
    if (letter !== 'q' && letter !== '%' && PATTERNS[letter as string] === undefined)
      throw problem(
        place,
        `"${written}" is no escape of log_line_prefix`,
        'write what SHOW log_line_prefix prints',
      );
  if (!/%-?\d*[tmn]/.test(text))
    throw problem(
      place,
      'a line has no time: there is no %t, %m or %n',
      'write what SHOW log_line_prefix prints; without a time a log is no trace',
    );
  return logPrefix(text);
}

export const SEVERITY =
  '(?<severity>DEBUG[1-5]?|LOG|INFO|NOTICE|WARNING|ERROR|FATAL|PANIC|STATEMENT|DETAIL|HINT|CONTEXT|QUERY|LOCATION|BACKTRACE)';

const ESCAPE = /%-?\d*([a-zA-Z%])/g;
const SECONDS = '\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d';
const ZONE = '(?:[A-Za-z]+|[+-]\\d\\d(?::?\\d\\d)?)';

/** The pattern of each escape. A repeated escape gets a group name only the first time. */
const PATTERNS: Readonly<Record<string, string>> = {
  a: '(?<application>.*?)',
  b: '.*?',
  c: '(?<session>[0-9a-f]+\\.[0-9a-f]+)',
  d: '(?<database>.*?)',
  e: '\\w{5}',
  h: '(?<host>[^ ]*?)',
  i: '(?<tag>.*?)',
  l: '\\d+',
  L: '[^ ]*?',
  m: `(?<time>${SECONDS}\\.\\d{3} ${ZONE})`,
  n: '(?<epoch>\\d+\\.\\d{3})',
  p: '(?<process>\\d+)',
  P: '\\d*',
  Q: '-?\\d+',
  r: '(?<remote>[^ ]*?)',
  s: `${SECONDS} ${ZONE}`,
  t: `(?<seconds>${SECONDS} ${ZONE})`,
  u: '(?<user>.*?)',
  v: '[\\d/]*',
  x: '\\d+',
};

function patternOf(text: string): string {
  const named = new Set<string>();
  let pattern = '';
  let open = '';
  let from = 0;
  for (const match of text.matchAll(ESCAPE)) {
    const [written, letter] = match as unknown as [string, string];
    pattern += literal(text.slice(from, match.index));
    from = match.index + written.length;
    if (letter === '%') pattern += '%';
    else if (letter === 'q') {
      // The prefix ends here for processes without a session.
      pattern += '(?:';
      open += ')?';
    } else {
      const each = PATTERNS[letter] ?? '.*?';
      const once = named.has(letter) ? each.replace(/\(\?<\w+>/, '(?:') : each;
      named.add(letter);
      // A width pads the value with blanks, on the left or on the right.
      pattern += written.length > 2 ? ` *${once} *` : once;
    }
  }
  return pattern + literal(text.slice(from)) + open;
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
