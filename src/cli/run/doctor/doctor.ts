import { join } from 'node:path';
import { doctor, doctorOfFolder } from '../../../advisor/index.ts';
import { nameOf, openSource } from '../../../library/index.ts';
import { quoted, sourceOf } from '../../../trace/index.ts';
import { type FormatOptions, outputFormat } from '../../flags/options.ts';
import { LimitPassed } from '../../output/limit-passed.ts';
import { printWhole } from '../../output/print-answer.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { examined } from './examined-file.ts';
import type { ReadOptions } from './trace-file.ts';

export async function runDoctor(
  file: string,
  options: ReadOptions & FormatOptions,
  terminal: Terminal,
): Promise<void> {
  const names = terminal.list(file);
  const document =
    names === null
      ? await examined(file, options, await readableTwice(file, terminal), doctor)
      : await doctorOfFolder(
          nameOf(file),
          names.map((name) => {
            const path = join(file, name);
            return { name, file: path, examined: (look) => examined(path, options, terminal, look) };
          }),
          { isPlan, planAll: (assumed) => planAll(file, assumed) },
        );
  printWhole(document, outputFormat(options), terminal);
  const count = [document, ...document.members].reduce((sum, { problems }) => sum + problems.length, 0);
  if (count > 0) throw new LimitPassed([`${nameOf(file)}: ${count} problem${count === 1 ? '' : 's'}`]);
}

/** Keeps the bytes of a pipe, because several readers examine them. */
async function readableTwice(file: string, terminal: Terminal): Promise<Terminal> {
  const opened = openSource(file, terminal);
  if (opened.bytes !== null) {
    opened.close?.();
    return terminal;
  }
  const pieces: Uint8Array[] = [];
  for await (const piece of opened.pieces()) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  return { ...terminal, open: () => ({ ...sourceOf(bytes), bytes: bytes.length }) };
}

const isPlan = (command: string) => command.startsWith('tidemark plan ');

/** One command plans all files if the same flags read all of them. Otherwise each file has its own command. */
function planAll(folder: string, assumed: readonly string[]): string {
  const [common = '', ...others] = new Set(assumed);
  const isOfAll = others.length === 0 && !/--(?:map|by|where)\b/.test(common);
  return ['tidemark plan', quoted(folder), ...(isOfAll && common !== '' ? [common] : [])].join(' ');
}
