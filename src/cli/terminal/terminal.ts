import { existsSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import type { Results } from '../../fleet/index.ts';
import { disk, type Progress, type Reader } from '../../library/index.ts';
import { type OutputFiles, outputFiles } from '../files/output-files.ts';
import { ANSWERED, BAD_INPUT } from '../output/exit-codes.ts';
import { browse } from './browse.ts';
import { Interrupted, type Interruption } from './interruption.ts';
import { type HostMachine, machine } from './machine.ts';
import { openScreen, type Screen } from './screen.ts';
import { stoppingOn } from './stopping.ts';
import { terminalColumns } from './terminal-columns.ts';
import { type Web, web } from './web.ts';

/** A command's access to the world. Tests pass one of their own. */
export interface Terminal extends OutputFiles, Reader {
  out(text: string): void;
  /** Resolves when there is room for more output, because a reader may be slow. */
  drained(): Promise<void>;
  err(text: string): void;
  /** A line about work in progress, shown on a terminal. */
  status(): StatusLine;
  onInterrupt(): Interruption;
  /** Opens the place where plans are kept: a folder, or a database. */
  openResults(place: string): Promise<Results>;
  exists(path: string): boolean;
  /** The relative path from the folder of a file to another file. */
  pathFrom(file: string, to: URL): string;
  /** Asks the user. Returns the default if nobody is at the terminal. */
  ask(question: string, otherwise: string): Promise<string>;
  /** Asks several questions. Null if nobody is at the terminal. */
  conversation(): Conversation | null;
  /** Whether the output is a terminal with colours. Respects NO_COLOR and the like. */
  readonly hasColours: boolean;
  /** The width of answers. */
  readonly columns: number;
  /** Null if the output is not a terminal. */
  readonly screen: Screen | null;
  readonly signals: NodeJS.EventEmitter;
  /** A variable of the environment. */
  environment(name: string): string | undefined;
  readonly machine: HostMachine;
  readonly web: Web;
  /** Opens an address in the browser of the user. Calls `failed` if there is none. */
  browse(address: string, failed: (why: string) => void): void;
}

/** An answer is written at once. Output later than this after the reader has gone is not part of it. */
const ANSWER_ENDS_MS = 1000;

export interface Conversation {
  /** The typed line, trimmed. Null at the end of input. Throws `Interrupted` on Ctrl-C. */
  ask(question: string): Promise<string | null>;
  close(): void;
}

export interface StatusLine {
  show(text: string): void;
  /** Removes the bar. */
  done(): void;
}

export function processTerminal(): Terminal {
  // A reader that has seen enough closes the pipe, which is not an error. A command without further output ends by
  // itself, with the exit code of its answer.
  let closedAtMs: number | null = null;
  const endAnswered = () => process.exit(process.exitCode ?? ANSWERED);
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') {
      closedAtMs ??= performance.now();
      return;
    }
    process.stderr.write(
      `tidemark: standard output cannot be written (${error.code}); check where it leads\n`,
    );
    process.exit(BAD_INPUT);
  });
  process.stderr.on('error', () => {});
  return {
    out(text) {
      if (closedAtMs === null) process.stdout.write(text);
      // Continuous output, such as the log of a service, has no reader any more.
      else if (performance.now() - closedAtMs > ANSWER_ENDS_MS) endAnswered();
    },
    drained() {
      if (closedAtMs !== null) endAnswered();
      return process.stdout.writableNeedDrain
        ? new Promise((resolve) => process.stdout.once('drain', resolve))
        : Promise.resolve();
    },
    err: (text) => process.stderr.write(text),
    ...disk,
    ...outputFiles,
    progress: createProgress,
    stopping: (left) => stoppingOn(process, left),
    status: createStatus,
    onInterrupt: watchInterrupts,
    openResults: async (place) => (await import('../../fleet/index.ts')).openResults(place),
    exists: existsSync,
    pathFrom: (file, to) => relative(dirname(resolve(file)), fileURLToPath(to)),
    ask,
    conversation: () => (process.stdin.isTTY && process.stdout.isTTY ? converse(process.stdout) : null),
    hasColours: process.stdout.isTTY && process.stdout.hasColors(),
    columns: terminalColumns(process.env.COLUMNS, process.stdout.isTTY ? process.stdout.columns : undefined),
    screen: process.stdout.isTTY ? openScreen(process.stdout, process.stdin) : null,
    signals: process,
    environment: (name) => process.env[name],
    machine,
    web,
    browse,
  };
}

async function ask(question: string, otherwise: string): Promise<string> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return otherwise;
  const talk = converse(process.stderr);
  try {
    return (await talk.ask(`${question} [${otherwise}] `)) || otherwise;
  } finally {
    talk.close();
  }
}

/**
 * Keeps lines that are typed before a question. A question that is open at the end of input gets null, because an
 * unresolved promise would end the program silently.
 */
function converse(output: NodeJS.WriteStream): Conversation {
  const lines = createInterface({ input: process.stdin, output });
  const typed: string[] = [];
  let end: 'none' | 'closed' | 'interrupted' = 'none';
  let wakeReader = () => {};
  lines.on('line', (line) => {
    typed.push(line.trim());
    wakeReader();
  });
  lines.on('SIGINT', () => {
    end = 'interrupted';
    wakeReader();
  });
  lines.on('close', () => {
    if (end === 'none') end = 'closed';
    wakeReader();
  });
  return {
    async ask(question) {
      if (end === 'none') {
        lines.setPrompt(question);
        lines.prompt();
        if (typed.length === 0)
          await new Promise<void>((resolve) => {
            wakeReader = resolve;
          });
      }
      const line = typed.shift();
      if (line !== undefined && end !== 'interrupted') return line;
      output.write('\n');
      if (end === 'interrupted') throw new Interrupted('there is nothing to keep');
      return null;
    },
    close: () => lines.close(),
  };
}

const BAR = 30;

/** A progress bar, shown on a terminal for work that takes longer than a second. */
function createProgress(what: string): Progress {
  if (!process.stderr.isTTY) return { show() {}, done() {} };
  const startMs = performance.now();
  let shown = '';
  return {
    show(share, found = '') {
      if (performance.now() - startMs < 1000) return;
      const full = Math.floor(share * BAR);
      const bar = `${what} [${'#'.repeat(full)}${'.'.repeat(BAR - full)}] ${Math.floor(share * 100)}%`;
      const line = (found === '' ? bar : `${bar}, ${found}`).slice(0, (process.stderr.columns || 80) - 1);
      if (line !== shown) process.stderr.write(`\r${line.padEnd(shown.length)}`);
      shown = line;
    },
    done() {
      if (shown !== '') process.stderr.write(`\r${' '.repeat(shown.length)}\r`);
    },
  };
}

function createStatus(): StatusLine {
  if (!process.stderr.isTTY) return { show() {}, done() {} };
  let shown = '';
  return {
    show(text) {
      if (text !== shown) process.stderr.write(`\r${text.padEnd(shown.length)}`);
      shown = text;
    },
    done() {
      if (shown !== '') process.stderr.write(`\r${' '.repeat(shown.length)}\r`);
      shown = '';
    },
  };
}

function watchInterrupts(): Interruption {
  const controller = new AbortController();
  const { signal } = controller;
  const note = () => {
    // A user who presses Ctrl-C twice does not want to wait for the partial answer either.
    if (signal.aborted) process.exit(130);
    controller.abort(new Interrupted('there is no answer'));
  };
  process.on('SIGINT', note).on('SIGTERM', note);
  return {
    signal,
    look: () => new Promise((resolve) => setImmediate(resolve)),
    end: () => process.off('SIGINT', note).off('SIGTERM', note),
  };
}

export type { Screen } from './screen.ts';
