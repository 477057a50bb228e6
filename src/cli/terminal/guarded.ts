import { escaped, oneLine } from '../../problem/index.ts';
import type { Screen } from './screen.ts';
import type { Terminal } from './terminal.ts';

/** A terminal that hides the secrets of the command on standard error, and that text from outside cannot control. */
export function guarded(terminal: Terminal, args: readonly string[]): Terminal {
  const variables = SECRET_VARIABLES.map((name) => terminal.environment(name));
  const addresses = [...args, terminal.environment('DATABASE_URL') ?? ''];
  const masked = masking([...secretsOf(addresses), ...variables]);
  return {
    ...terminal,
    out: (text) => terminal.out(terminal.hasColours ? painted(text) : printable(text)),
    err: (text) => terminal.err(masked(printable(text))),
    progress: (what) => terminal.progress(masked(oneLine(what))),
    status: () => {
      const { show, done } = terminal.status();
      return { show: (text) => show(masked(oneLine(text))), done };
    },
    screen: terminal.screen === null ? null : guardedScreen(terminal.screen, terminal.hasColours),
  };
}

/** Keeps each line of a frame on one line. */
function guardedScreen(screen: Screen, hasColours: boolean): Screen {
  return {
    get columns() {
      return screen.columns;
    },
    draw: (lines) => screen.draw(lines.map((line) => (hasColours ? painted(line, oneLine) : oneLine(line)))),
    onKey: (listener) => screen.onKey(listener),
    close: () => screen.close(),
  };
}

/** Escapes control characters as JSON does, except for line ends and tabs. */
function printable(text: string): string {
  return text.replaceAll(STEERING, escaped);
}

/** Hides secrets, and the password of every address. */
function masking(secrets: readonly (string | undefined)[]): (text: string) => string {
  const known = [...new Set(secrets.flatMap(secretForms))].sort((a, b) => b.length - a.length);
  return (text) =>
    known
      .reduce((shown, secret) => shown.replaceAll(secret, '…'), text)
      .replaceAll(/(\w:\/\/[^\s/:@]*):[^\s/]*@/g, '$1:…@')
      .replaceAll(/\btd[mp]_[\w-]+/g, '…');
}

const STEERING = /(?!\r\n|[\n\t])\p{Cc}|[\u2028\u2029]/gu;

/** Keeps our own colours. */
function painted(text: string, shown = printable): string {
  return text
    .split(COLOURS)
    .map((part, i) => (i % 2 === 0 ? shown(part) : part))
    .join('');
}

const COLOURS = /(\p{Cc}\[(?:1|2|22|36|39)m)/u;

const SECRET_VARIABLES = [
  'TIDEMARK_API_KEY',
  'TIDEMARK_CONTROL_TOKEN',
  'TIDEMARK_SECRET',
  'TIDEMARK_PROMETHEUS_TOKEN',
  'TIDEMARK_PROMETHEUS_PASSWORD',
  'TIDEMARK_QUEUE_PASSWORD',
  'PGPASSWORD',
];

/** The values of --api-key and --control-token, and anything in an address that could be a password. */
function secretsOf(args: readonly string[]): (string | undefined)[] {
  return args.flatMap((arg, i) => [
    ...(arg === '--api-key' || arg === '--control-token' ? [args[i + 1]] : []),
    /^--(?:api-key|control-token)=(.*)$/s.exec(arg)?.[1],
    /\w:\/\/[^/:@]*:(.*)@/s.exec(arg)?.[1],
  ]);
}

/** A shorter text could be part of any message. */
const SHORTEST_MASKED = 4;

/** A secret as it was given, and as an address encodes it. */
function secretForms(secret: string | undefined): string[] {
  if (secret === undefined || secret.length < SHORTEST_MASKED) return [];
  let decoded = secret;
  try {
    decoded = decodeURIComponent(secret);
  } catch {
    // The secret is not part of an address.
  }
  return [secret, decoded, encodeURIComponent(decoded), oneLine(secret)].filter(
    (form) => form.length >= SHORTEST_MASKED,
  );
}
