import { EventEmitter } from 'node:events';
import { Interrupted } from '../../src/cli/terminal/interruption.ts';
import { type HostMachine, machine } from '../../src/cli/terminal/machine.ts';
import { stoppingOn } from '../../src/cli/terminal/stopping.ts';
import type { Conversation } from '../../src/cli/terminal/terminal.ts';
import { web } from '../../src/cli/terminal/web.ts';
import { tidemark } from '../../src/cli/tidemark.ts';
import type { Results } from '../../src/fleet/index.ts';
import { disk } from '../../src/library/index.ts';
import { sourceOf } from '../../src/trace/index.ts';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** Files that the command wrote. */
  readonly written: Readonly<Record<string, string>>;
}

/** Events while a command runs. */
export interface World {
  readonly onOutput?: (text: string) => void;
  /** Called with an address that the command opens in a browser. */
  readonly onBrowse?: (address: string) => void;
  /** Called when something is written to a file. */
  readonly onWrite?: () => void;
  /** Called when a file is read from its beginning. */
  readonly onRead?: (path: string) => void;
  readonly signals?: EventEmitter;
  /** Presses Ctrl-C after this many looks at the world outside. */
  readonly interruptAfter?: number;
  readonly environment?: Readonly<Record<string, string>>;
  /** The typed lines. Without them nobody is at the terminal. An error stands for Ctrl-C. */
  readonly typed?: readonly (string | Error)[];
  readonly hasColours?: boolean;
  readonly columns?: number;
  /** A clock in place of the machine's. */
  readonly clock?: Pick<HostMachine, 'wallMs' | 'alarm'>;
}

/** Runs a command line in this process, on files that exist only here. */
/** Flags under which a plan of a trace judges only the demand and the objectives that are asked for. */
export const AS_ASKED = [
  ...['--assume', 'burst=yes', '--assume', 'concurrency=none', '--assume', 'start=300ms/600ms'],
  ...['--cpu-per-query', '20ms', '--objective', 'headroom=off'],
];

/** Runs a command line with --full, so that answers have every section. */
export function runFull(args: readonly string[], ...rest: [files?: Files, world?: World]): Promise<Ran> {
  const isAnswer = ANSWERS.has(args[0] ?? '') && !args.some((arg) => arg === '--help' || arg === '--json');
  return run(isAnswer ? [...args, '--full'] : args, ...rest);
}

const ANSWERS = new Set(['plan', 'compare', 'check', 'incident', 'policies', 'backtest', 'simulate']);

type Files = Readonly<Record<string, string | Uint8Array>>;

export async function run(
  args: readonly string[],
  files: Files = {},
  {
    onOutput = () => {},
    onBrowse = () => {},
    onWrite = () => {},
    onRead = () => {},
    signals = new EventEmitter(),
    interruptAfter = Number.POSITIVE_INFINITY,
    environment = {},
    typed,
    hasColours = false,
    columns = 80,
    clock = machine,
  }: World = {},
): Promise<Ran> {
  let out = '';
  let err = '';
  const written: Record<string, string> = {};
  const code = await tidemark(args, {
    hasColours,
    columns,
    out: (text) => {
      onOutput(text);
      out += text;
    },
    drained: async () => {},
    err: (text) => {
      err += text;
    },
    read: (path) => bytesOf(path, files),
    open: (path) => {
      const bytes = bytesOf(path, files);
      const source = sourceOf(bytes);
      const pieces = () => {
        onRead(path);
        return source.pieces();
      };
      return { ...source, pieces, bytes: bytes.length };
    },
    list: (path) => {
      const inside = Object.keys(files).filter((file) => file.startsWith(`${path}/`));
      return inside.length === 0 ? null : inside.map((file) => file.slice(path.length + 1)).sort();
    },
    create: (path) => {
      let text = '';
      return {
        write: (more) => {
          onWrite();
          // Keeps each byte as one character.
          text += typeof more === 'string' ? more : Buffer.from(more).toString('latin1');
        },
        commit: () => {
          written[path] = text;
        },
        discard: () => {},
      };
    },
    makeFolder: () => {},
    checkFile: () => {},
    checkFolder: () => {},
    beside: disk.beside,
    progress: () => ({ show: () => {}, done: () => {} }),
    stopping: (left) => stoppingOn(signals, left),
    status: () => ({ show: () => {}, done: () => {} }),
    exists: (path) => files[path] !== undefined,
    pathFrom: () => 'scenario.schema.json',
    ask: async (_, otherwise) => otherwise,
    conversation: () => (typed === undefined ? null : converse(typed, (text) => (out += text))),
    screen: null,
    signals,
    environment: (name) => environment[name],
    // Threads would run the built code, and tests run the sources.
    machine: { ...clock, processors: 1 },
    web,
    browse: onBrowse,
    openResults: async (place) => resultsIn(place, files, written),
    onInterrupt: () => {
      const controller = new AbortController();
      let looks = 0;
      const count = (more: number) => {
        looks += more;
        if (looks >= interruptAfter) controller.abort(new Interrupted('there is no answer'));
      };
      count(0);
      return { signal: controller.signal, look: async () => count(1), end: () => {} };
    },
  });
  return { code, out, err, written };
}

/**
 * The first result that is interrupted late enough, when Ctrl-C comes after one look at the world, then two, and so on.
 */
export async function interruptedOnce(
  isLate: (ran: Ran) => boolean,
  runAfter: (looks: number) => Promise<Ran>,
): Promise<Ran> {
  let [early, late] = [0, 128];
  let found = await runAfter(late);
  while (late - early > 1) {
    const middle = (early + late) >> 1;
    const ran = await runAfter(middle);
    if (isLate(ran)) [late, found] = [middle, ran];
    else early = middle;
  }
  return found;
}

function converse(typed: readonly (string | Error)[], show: (text: string) => void): Conversation {
  let next = 0;
  return {
    ask: async (question) => {
      show(question);
      const line = typed[next++];
      if (line instanceof Error) throw line;
      show(`${line ?? ''}\n`);
      return line ?? null;
    },
    close: () => {},
  };
}

function bytesOf(path: string, files: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const content = files[path];
  if (content === undefined) throw Object.assign(new Error('no such file'), { code: 'ENOENT' });
  return typeof content === 'string' ? new TextEncoder().encode(content) : content;
}

/** Results as files that exist only here. */
function resultsIn(folder: string, files: Files, written: Record<string, string>): Results {
  const pathOf = (key: string) => `${folder}/${key}.json`;
  return {
    result: async (key) =>
      files[pathOf(key)] === undefined ? null : Buffer.from(bytesOf(pathOf(key), files)).toString(),
    keepResult: async (key, text) => {
      written[pathOf(key)] = text;
    },
    present: async () => new Set(),
    job: async () => null,
    keepJob: async () => {},
    dropJob: async () => {},
    close: async () => {},
  };
}
