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
import { unwritable } from '../../library/index.ts';
import { problem } from '../../problem/index.ts';

export interface NewFile {
  readonly write: (content: string | Uint8Array) => void;
  commit(): void;
  discard(): void;
}

/** The files and folders that a command writes. Errors become problems that name the path. */
export interface OutputFiles {
  /** Creates a file that appears complete or not at all. */
  create(path: string): NewFile;
  /** Creates a folder if there is none. */
  makeFolder(path: string): void;
  /** Throws the problem that `create` would throw, and leaves nothing behind. */
  checkFile(path: string): void;
  /** Checks a folder, which may not exist yet, and the files that it will hold. */
  checkFolder(path: string, names: readonly string[]): void;
}

export const outputFiles: OutputFiles = {
  create,
  makeFolder(path) {
    attempt(path, () => mkdirSync(path, { recursive: true }));
  },
  checkFile(path) {
    refuseStandardOutput(path);
    probeFolder(dirname(placeOf(path)), path);
  },
  checkFolder(path, names) {
    probeFolder(nearestFolder(path), path);
    for (const name of names) placeOf(join(path, name));
  },
};

/** Writes beside the target under a temporary name, and renames the file at the end. */
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
        refuseReplaced(file, path);
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

/** Incomplete files. They are removed however the process ends. */
const unfinished = new Set<string>();

process.on('exit', () => {
  for (const path of unfinished) rmSync(path, { force: true });
});

function refuseStandardOutput(path: string): void {
  if (path === '-') throw problem({ file: path }, 'this output needs a file', 'name a file such as ./out');
}

/**
 * Creates a file to find out whether a folder accepts any: rights, read-only disks and systems such as /proc decide.
 */
function probeFolder(folder: string, path: string): void {
  attempt(path, () => closeAndRemove(openNew(join(folder, `.tidemark-${process.pid}`))));
}

/** Another process that writes to the same target has replaced the temporary file. */
function refuseReplaced({ path: unfinishedPath, descriptor }: OpenFile, path: string): void {
  if (lstatSync(unfinishedPath, { throwIfNoEntry: false })?.ino !== fstatSync(descriptor).ino)
    throw problem({ file: path }, 'another process writes to it too', 'name another file, or wait for it');
}

/** Never opens an existing file: a pipe would wait for a reader, and a link would lead elsewhere. */
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

/** A write to a nearly full disk may write only a part. */
function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let from = 0; from < bytes.length; ) from += writeSync(descriptor, bytes, from);
}

/** Resolves links, so that the file behind a link is replaced and the link stays. */
function placeOf(path: string): string {
  const place = linkAt(path) ? attempt(path, () => realpathSync(path)) : path;
  const there = statusOf(place);
  if (there?.isDirectory())
    throw problem({ file: path }, 'it is a folder, not a file', 'name a file in it, such as ./out');
  if (there !== undefined && !there.isFile())
    throw problem({ file: path }, 'it is a device or a pipe, not a file', 'name a file such as ./out');
  return place;
}

/** The folder itself, or the nearest existing one above it. */
function nearestFolder(path: string): string {
  let at = resolve(path);
  while (statusOf(at) === undefined && !linkAt(at)) at = dirname(at);
  const there = attempt(path, () => statSync(at));
  if (there.isDirectory()) return at;
  const found = at === resolve(path) ? 'it is a file, not a folder' : `${at} is a file, not a folder`;
  throw problem({ file: path }, found, 'name another folder');
}

function linkAt(path: string): boolean {
  return attempt(path, () => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false);
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
