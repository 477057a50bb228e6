import { problem } from '../../problem/index.ts';
import { type LogPrefix, logPrefix, SEVERITY } from './log-prefix.ts';

/** Common prefixes, in two parts: the start of a line, and the fields of its session. */
const HEADS = [
  '%m [%p]',
  '%t [%p]',
  '%m [%p]:',
  '%t [%p]:',
  '%t [%p]: [%l-1]',
  '%m [%p]: [%l-1]',
  '%t [%p-%l]',
  '%m [%p-%l]',
];
const SESSIONS = [
  '%q%u@%d',
  '%u@%d',
  '%q%u@%d/%a',
  '%q[user=%u,db=%d,app=%a]',
  'user=%u,db=%d,app=%a,client=%h',
  '%quser=%u,db=%d,app=%a,client=%h',
  'db=%d,user=%u,app=%a,client=%h',
  'app=%a,user=%u,db=%d,client=%h',
  'user=%u,db=%d,client=%h,app=%a',
  'user=%u,db=%d,app=%a',
  'user=%u,db=%d,client=%h',
  'user=%u,db=%d',
  'db=%d,user=%u',
];

/** Prefixes without a session come first. The prefix of RDS is separated by colons only. */
const KNOWN: readonly string[] = [
  ...HEADS.map((head) => `${head} `),
  ...HEADS.flatMap((head) => SESSIONS.map((session) => `${head} ${session} `)),
  '%t:%r:%u@%d:[%p]:',
  '%m:%r:%u@%d:[%p]:%l:%e:%s:%v:%x:%c:%q%a:',
  '%t-%c-',
  '%m-%c-',
  '%m %u@%d [%p] ',
  '< %m > ',
  '%t ',
  '%m ',
];

/**
 * Guesses the prefix from the first lines: the one that most lines match, and among equals the one with most fields.
 */
export function guessPrefix(text: string, file: string): LogPrefix {
  const lines = text
    .split(/\r?\n/)
    .filter((line) => ENTRY.test(line))
    .slice(0, MOST_LINES);
  let best: { readonly prefix: LogPrefix | null; readonly fits: number; readonly filled: number } = {
    prefix: null,
    fits: 0,
    filled: 0,
  };
  for (const one of KNOWN) {
    const prefix = logPrefix(one);
    const parts = lines.map((line) => prefix.parts(line)).filter((of) => of !== null);
    const fits = parts.length;
    const filled = parts.flatMap((of) => FIELDS.filter((name) => (of[name] ?? '') !== '')).length;
    if (fits > best.fits || (fits === best.fits && filled > best.filled)) best = { prefix, fits, filled };
  }
  if (best.prefix !== null && best.fits * 2 > lines.length) return best.prefix;
  throw problem(
    { file, line: text.slice(0, text.indexOf(lines[0] ?? '')).split('\n').length },
    'this is a Postgres log with an unknown line prefix',
    "give what SHOW log_line_prefix prints, as in ‹logPrefix› '%m [%p] %q%u@%d '",
  );
}

const MOST_LINES = 200;
const FIELDS = ['user', 'database', 'application', 'host', 'remote'];

/** A line that starts an entry with any prefix: a time, and a severity with a colon and two blanks. */
export const ENTRY = new RegExp(`^[^\\t{].*(?:\\d\\d:\\d\\d:\\d\\d|\\d{9}\\.\\d{3}).*?\\b${SEVERITY}:  `);
