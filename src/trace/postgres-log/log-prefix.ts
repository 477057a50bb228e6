import { problem } from '../../problem/index.ts';

/** What a line begins with, by the names of its parts. */
export type PrefixParts = Readonly<Record<string, string | undefined>>;

export interface LogPrefix {
  /** As `log_line_prefix` has it. */
  readonly text: string;
  /** The parts of a line that begins an entry, with its severity and the rest; null: it begins none. */
  parts(line: string): PrefixParts | null;
}

/** What `log_line_prefix` says, as what lines look like. */
export function logPrefix(text: string): LogPrefix {
  const pattern = new RegExp(`^${patternOf(text)}${SEVERITY}:  (?<message>.*)$`);
  return { text, parts: (line) => pattern.exec(line)?.groups ?? null };
}

/** A prefix that people wrote. */
export function askedPrefix(text: string): LogPrefix {
  const place = { field: '--log-prefix' };
  for (const [written, letter] of text.matchAll(ESCAPE))
    if (letter !== 'q' && letter !== '%' && PATTERNS[letter as string] === undefined)
      throw problem(
        place,
        `"${written}" is nothing that Postgres knows`,
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

/** What each escape is printed as. The same letter may be there twice, but is named once. */
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
      // What belongs to no session has nothing from here on.
      pattern += '(?:';
      open += ')?';
    } else {
      const each = PATTERNS[letter] ?? '.*?';
      const once = named.has(letter) ? each.replace(/\(\?<\w+>/, '(?:') : each;
      named.add(letter);
      // A width fills up with blanks, on either side.
      pattern += written.length > 2 ? ` *${once} *` : once;
    }
  }
  return pattern + literal(text.slice(from)) + open;
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
