import type { ByteSource } from '../../trace/index.ts';
import type { OpenTrace } from './opened-trace.ts';

/** How a question reads files. A host provides it: the command line, a program, or a browser. */
export interface Reader {
  /** The first bytes of a file, up to `mostBytes`. */
  read(path: string, mostBytes: number): Uint8Array;
  /** Opens a file to read it piece by piece. */
  open(path: string): FileSource;
  /** The names of the files in a folder, in order. Null if the path is not a folder. */
  list(path: string): readonly string[] | null;
  /** Resolves a path that a file names, relative to the folder of that file. */
  beside(file: string, named: string): string;
  /** Shows how far the work has come. */
  progress(what: string): Progress;
  /** @param left what is left if reading is stopped, for the message */
  stopping(left: string): Stopping;
}

/** A file that is read piece by piece, so that it can be larger than memory. */
export interface FileSource extends ByteSource {
  /** Null if the size is unknown before the end, as for a pipe. */
  readonly bytes: number | null;
  /** A trace that was read before. There are no bytes then. */
  readonly trace?: OpenTrace;
}

export interface Progress {
  /** @param found what has been found so far; the line shows as much of it as there is room for */
  show(share: number, found?: string): void;
  done(): void;
}

/** Whether reading has to stop. */
export interface Stopping {
  readonly signal: AbortSignal;
  /** Ends listening. */
  end(): void;
}
