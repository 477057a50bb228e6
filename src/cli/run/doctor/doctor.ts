import { join } from 'node:path';
import { ProblemError } from '../../../problem/index.ts';
import { type DoctorAnswer, type DoctorMember, doctorDocument } from '../../../report/index.ts';
import { quoted, sourceOf } from '../../../trace/index.ts';
import { nameOf, openSource } from '../../input.ts';
import { LimitPassed } from '../../limit-passed.ts';
import { type FormatOptions, formatOf } from '../../options.ts';
import { printAnswer } from '../../print-answer.ts';
import type { Terminal } from '../../terminal.ts';
import type { ReadOptions } from './attempt.ts';
import { diagnose } from './diagnose.ts';
import { shortAnswer } from './short-answer.ts';

/** All that can be said of a file, whatever it is: a problem does not end it. */
export async function runDoctor(
  file: string,
  options: ReadOptions & FormatOptions,
  terminal: Terminal,
): Promise<void> {
  const names = terminal.list(file);
  const answer =
    names === null
      ? await diagnose(file, options, await readableTwice(file, terminal))
      : await folderAnswer(file, names, options, terminal);
  printAnswer(doctorDocument(answer), formatOf(options), terminal);
  const count = problemCount(answer) + answer.members.reduce((sum, one) => sum + problemCount(one), 0);
  if (count > 0) throw new LimitPassed([`${nameOf(file)}: ${count} problem${count === 1 ? '' : 's'}`]);
}

const problemCount = ({ problems }: Pick<DoctorMember, 'problems'>) => problems.length;

/** The bytes of a pipe are kept, because several readers look into them. */
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

async function folderAnswer(
  folder: string,
  names: readonly string[],
  options: ReadOptions,
  terminal: Terminal,
): Promise<DoctorAnswer> {
  const members: DoctorMember[] = [];
  for (const name of names) {
    const { what, problems, next } = await memberAnswer(join(folder, name), options, terminal);
    members.push({ name, what, problems, next });
  }
  const plans = members.flatMap(({ next }) => (next?.startsWith('tidemark plan ') ? [next] : []));
  return {
    file: folder,
    what: `a folder of ${names.length} file${names.length === 1 ? '' : 's'}, ${plans.length} of which can be planned`,
    problems: [],
    summary: null,
    notes: [],
    members,
    next: nextOf(folder, members, plans.length),
    advice:
      names.length === 0
        ? 'Put traces or scenarios into it.'
        : plans.length === 0
          ? 'None of its files can be planned.'
          : null,
  };
}

/** A file that cannot even be opened is no reason to leave the others. */
async function memberAnswer(file: string, options: ReadOptions, terminal: Terminal): Promise<DoctorAnswer> {
  try {
    return await diagnose(file, options, terminal);
  } catch (error) {
    if (error instanceof ProblemError)
      return shortAnswer(file, 'a file that cannot be opened', error.problems);
    throw error;
  }
}

/** One command plans all, if all are read with the same flags; else each has its own. */
function nextOf(folder: string, members: readonly DoctorMember[], plans: number): string | null {
  if (plans === 0) return null;
  const flags = new Set(
    members.flatMap(({ problems }) => {
      const own = problems.flatMap(({ assumed }) => assumed?.flags ?? []);
      return own.length === 0 ? [] : [own.join(' ')];
    }),
  );
  const [common = '', ...others] = flags;
  const isOfAll = others.length === 0 && !/--(?:map|by|where)\b/.test(common);
  const words = ['tidemark plan', quoted(folder), ...(isOfAll && common !== '' ? [common] : [])];
  return words.join(' ');
}
