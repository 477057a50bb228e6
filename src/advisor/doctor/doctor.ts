import { ProblemError } from '../../problem/index.ts';
import { type DoctorAnswer, type DoctorMember, doctorDocument } from '../../report/index.ts';
import { documentAnswer } from './document-answer.ts';
import type { Examined } from './examined.ts';
import { shortAnswer } from './short-answer.ts';
import { traceAnswer } from './trace-answer.ts';

/** Diagnoses a file of any kind. Problems become part of the answer. */
export async function doctor(file: Examined) {
  return doctorDocument(await answerOf(file));
}

/** A file of a folder. It is opened only when its turn comes. */
interface FolderMember {
  readonly name: string;
  readonly file: string;
  examined<Answer>(look: (file: Examined) => Promise<Answer>): Promise<Answer>;
}

interface FolderCommands {
  isPlan(command: string): boolean;
  /**
   * Returns the command that plans all files. @param assumed for each file with suggested options, those options in
   * words
   */
  planAll(assumed: readonly string[]): string;
}

/** Diagnoses each file of a folder. */
export async function doctorOfFolder(
  folder: string,
  files: readonly FolderMember[],
  commands: FolderCommands,
) {
  const members: DoctorMember[] = [];
  let plans = 0;
  for (const file of files) {
    const { what, problems, next } = await memberAnswer(file);
    members.push({ name: file.name, what, problems, next });
    if (next !== null && commands.isPlan(next)) plans++;
  }
  return doctorDocument({
    file: folder,
    what: `a folder of ${files.length} file${files.length === 1 ? '' : 's'}, ${plans} of which can be planned`,
    problems: [],
    summary: null,
    notes: [],
    members,
    next: plans === 0 ? null : commands.planAll(assumedOf(members)),
    advice:
      files.length === 0
        ? 'Put traces or scenarios into it.'
        : plans === 0
          ? 'None of its files can be planned.'
          : null,
  });
}

function answerOf(file: Examined): Promise<DoctorAnswer> {
  if (file.kind === 'trace') return traceAnswer(file.name, file.what, file.reading);
  if (file.kind === 'document') return documentAnswer(file.name, file.reading);
  return Promise.resolve(shortAnswer(file.name, file.what, file.problems));
}

/** A file that cannot be opened does not end the diagnosis of the others. */
async function memberAnswer({ file, examined }: FolderMember): Promise<DoctorAnswer> {
  try {
    return await examined(answerOf);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return shortAnswer(file, 'a file that cannot be opened', error.problems);
  }
}

function assumedOf(members: readonly DoctorMember[]): string[] {
  return members.flatMap(({ problems }) => {
    const own = problems.flatMap(({ assumed }) => assumed?.flags ?? []);
    return own.length === 0 ? [] : [own.join(' ')];
  });
}
