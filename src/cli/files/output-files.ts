import {
  closeSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { problem } from '../../problem/index.ts';
import { unwritable } from './unwritable.ts';

export interface NewFile {
  readonly write: (content: string | Uint8Array) => void;
  commit(): void;
  discard(): void;
}

/** Where a command writes to. Every fault of a path is a problem that names it. */
export interface OutputFiles {
  /** A file that appears whole or not at all. */
  create(path: string): NewFile;
  /** Creates a folder if there is none. */
  makeFolder(path: string): void;
  /** Throws the problem that `create` would throw, and leaves nothing behind. */
  checkFile(path: string): void;
  /** The same for a folder that may not exist yet, and for files that it will hold. */
  checkFolder(path: string, names: readonly string[]): void;
}

export const outputFiles: OutputFiles = {
  create,
  makeFolder(path) {
    attempt(path, () => mkdirSync(path, { recursive: true }));
  },
  checkFile(path) {
    refuseStandardOutput(path);
    tryIn(dirname(placeOf(path)), path);
  },
  checkFolder(path, names) {
    tryIn(nearestFolder(path), path);
    for (const name of names) placeOf(join(path, name));
  },
};

/** Written beside its place under another name, and moved there in the end. */
function create(path: string): NewFile {
  refuseStandardOutput(path);
  const place = placeOf(path);
  const file = attempt(path, () => openNew(`${place}.unfinished`));
  let pending: string[] = [];
  let length = 0;
  const flush = () => {
    attempt(path, () => writeAll(file.descriptor, Buffer.from(pending.join(''))));
    pending = [];
    length = 0;
  };
  let isOpen = true;
  return {
    write(content) {
      if (typeof content !== 'string') {
        flush();
        attempt(path, () => writeAll(file.descriptor, content));
        return;
      }
      pending.push(content);
      length += content.length;
      if (length > 1 << 16) flush();
    },
    commit() {
      flush();
      isOpen = false;
      attempt(path, () => {
        refuseStranger(file, path);
        closeSync(file.descriptor);
        renameSync(file.path, place);
        unfinished.delete(file.path);
      });
    },
    discard() {
      if (isOpen) closeAndRemove(file);
      isOpen = false;
    },
  };
}

interface OpenFile {
  readonly path: string;
  readonly descriptor: number;
}

/** Files that are not whole yet. Whatever ends the process, they are removed. */
const unfinished = new Set<string>();

process.on('exit', () => {
  for (const path of unfinished) rmSync(path, { force: true });
});

function refuseStandardOutput(path: string): void {
  if (path === '-')
    throw problem({ file: path }, 'this is written to a file, and that is none', 'name a file such as ./out');
}

/** Only a new file shows whether a folder takes any: there are rights, read-only disks and systems such as /proc. */
function tryIn(folder: string, path: string): void {
  attempt(path, () => closeAndRemove(openNew(join(folder, `.tidemark-${process.pid}`))));
}

/** Another process that writes to the same place has put a file of its own where this one was. */
function refuseStranger({ path: unfinishedPath, descriptor }: OpenFile, path: string): void {
  if (lstatSync(unfinishedPath, { throwIfNoEntry: false })?.ino !== fstatSync(descriptor).ino)
    throw problem({ file: path }, 'another process writes to it too', 'name another file, or wait for it');
}

/** A new file, and nothing that was there: a pipe would wait for a reader, and a link would lead elsewhere. */
function openNew(path: string): OpenFile {
  rmSync(path, { force: true });
  const descriptor = openSync(path, 'wx');
  unfinished.add(path);
  return { path, descriptor };
}

function closeAndRemove({ path, descriptor }: OpenFile): void {
  closeSync(descriptor);
  rmSync(path, { force: true });
  unfinished.delete(path);
}

/** A disk that is nearly full takes a part of what it is given. */
function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let from = 0; from < bytes.length; ) from += writeSync(descriptor, bytes, from);
}

/** The path of a file with its links resolved: the file behind a link is replaced, and the link stays. */
function placeOf(path: string): string {
  const place = attempt(path, () => (linkAt(path) ? realpathSync(path) : path));
  const there = statusOf(place);
  if (there?.isDirectory())
    throw problem({ file: path }, 'it is a folder, not a file', 'name a file in it, such as ./out');
  if (there !== undefined && !there.isFile())
    throw problem({ file: path }, 'it is a device or a pipe, not a file', 'name a file such as ./out');
  return place;
}

/** The folder itself, or the one that it would be created in. */
function nearestFolder(path: string): string {
  let at = resolve(path);
  while (statusOf(at) === undefined && !linkAt(at)) at = dirname(at);
  const there = attempt(path, () => statSync(at));
  if (there.isDirectory()) return at;
  const found = at === resolve(path) ? 'it is a file, not a folder' : `${at} is a file, not a folder`;
  throw problem({ file: path }, found, 'name another folder');
}

function linkAt(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

function statusOf(path: string): Stats | undefined {
  return attempt(path, () => statSync(path, { throwIfNoEntry: false }));
}

function attempt<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw unwritable(path, error);
  }
}
