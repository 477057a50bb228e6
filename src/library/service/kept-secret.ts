import {
  closeSync,
  constants,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import { problem } from '../../problem/index.ts';
import { unwritable } from '../node/unwritable.ts';

/** A small text in a data folder that only the owner may read. */
interface SecretFile {
  readonly name: string;
  /** Matches every complete secret. A full disk or a power failure may leave an incomplete one. */
  readonly form: RegExp;
  /** The remedy for an incomplete file. */
  readonly remedy: string;
}

/** The secret that passwords of roles are derived from. */
export const SECRET: SecretFile = {
  name: 'secret',
  form: /^[0-9a-f]{64}$/,
  remedy: 'put back a copy of it, or remove it: then a new one is made, and all passwords of roles change',
};

export const CONTROL_TOKEN: SecretFile = {
  name: 'control-token',
  form: /^[0-9a-f]{32}$/,
  remedy: 'remove it: then tidemark serve makes a new one at its next start',
};

/** A private key and its certificate. */
export const CERTIFICATE: SecretFile = {
  name: 'gateway.pem',
  form: /^-----BEGIN .*PRIVATE KEY-----.*-----END CERTIFICATE-----$/s,
  remedy: 'remove it: then a new one is made, which clients that check certificates have to be given',
};

/** Reads the secret of a folder. Null if it has none. */
export function keptSecret(folder: string, { name, form, remedy }: SecretFile): string | null {
  const path = join(folder, name);
  const text = textOf(path);
  if (text === null || form.test(text)) return text;
  throw problem({ file: path }, text === '' ? 'it is empty' : 'it is damaged', remedy);
}

/** Reads the secret of a folder, or stores a new one. The file is never left incomplete, even by a power failure. */
export function keepSecret(folder: string, file: SecretFile, make: () => string): string {
  const known = keptSecret(folder, file);
  if (known !== null) return known;
  const text = make();
  const path = join(folder, file.name);
  const unfinished = `${path}.unfinished`;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    rmSync(unfinished, { force: true });
    writeAndSync(unfinished, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, (descriptor) =>
      writeFileSync(descriptor, `${text}\n`),
    );
    renameSync(unfinished, path);
    // Syncs the folder. Windows cannot open folders, and keeps the order of its writes without that.
    if (platform() !== 'win32') writeAndSync(folder, constants.O_RDONLY, () => {});
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw unwritable(path, error);
  }
  return text;
}

/** Opens a file, writes it and syncs it to disk. */
function writeAndSync(path: string, flags: number, write: (descriptor: number) => void): void {
  const descriptor = openSync(path, flags, 0o600);
  try {
    write(descriptor);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function textOf(path: string): string | null {
  try {
    // Reads only regular files, because reading a pipe would wait for a writer.
    return statSync(path).isFile() ? readFileSync(path, 'utf8').trim() : '';
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw problem({ file: path }, `it cannot be read (${code})`, 'check its rights and those of its folder');
  }
}
