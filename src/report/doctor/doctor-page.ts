import { describeProblem, type Problem } from '../../problem/index.ts';
import type { TraceSummary } from '../../trace/index.ts';
import { noteList, warningBlocks } from '../page/note-blocks.ts';
import type { Figure, Item, PageBlock } from '../page/page.ts';
import { questionTable } from '../trace/question-table.ts';
import { missingFigures } from '../trace/trace-page.ts';

/** The answer of `tidemark doctor` about a file or a folder. */
export interface DoctorAnswer {
  readonly file: string;
  readonly what: string;
  readonly problems: readonly FoundProblem[];
  /** The summary of a trace. Null if the file is no trace, or if it cannot be read. */
  readonly summary: TraceSummary | null;
  /** How a trace was interpreted. */
  readonly notes: readonly string[];
  /** The files of a folder, or the databases of a list or a table. */
  readonly members: readonly DoctorMember[];
  /** A command that works as it is. Null if there is none. */
  readonly next: string | null;
  /** Advice if no command alone helps. */
  readonly advice: string | null;
}

export interface FoundProblem {
  readonly problem: Problem;
  /** The flags with which reading went on after the problem, and when they are right. Null if the problem remains. */
  readonly assumed: { readonly flags: string; readonly when: string | null } | null;
}

export interface DoctorMember {
  readonly name: string;
  readonly what: string;
  readonly problems: readonly FoundProblem[];
  readonly next: string | null;
}

export function doctorDocument(answer: DoctorAnswer) {
  const { summary, ...rest } = answer;
  return {
    schema: 'tidemark/diagnosis',
    version: 1,
    ...rest,
    recognized: (summary?.columns ?? [])
      .filter(({ mean }) => mean !== null)
      .map(({ quantity, statistic, source }) => ({ quantity, statistic, source })),
    questions: summary?.questions ?? null,
    page: doctorPage(answer),
  };
}

function doctorPage(answer: DoctorAnswer): PageBlock[] {
  const { file, what, problems, summary, notes, members, next, advice } = answer;
  const figures: Figure[] = [
    ['It is', what],
    ...(summary === null ? [] : [['Recognized', recognizedWords(summary)] satisfies Figure]),
    ...(summary === null ? [] : missingFigures(summary)),
    ['Problems', problemCount(problems, members)],
  ];
  const own = members.flatMap((one) => one.problems).filter(({ assumed }) => isIn(next, assumed));
  const assumed = [...problems, ...own].flatMap((one) => one.assumed?.when ?? []);
  const commands = members.flatMap((one) => one.next ?? []);
  return [
    { kind: 'heading', text: `The file ${file}` },
    ...warningBlocks(notes),
    { kind: 'figures', title: null, figures },
    ...listOf('Problems:', problems.map(problemItem)),
    ...listOf('Contents:', members.map(memberItem)),
    ...(commands.length === 0 ? [] : commandBlocks('A command for each, to paste:', commands)),
    ...(summary === null ? [] : [questionTable(summary)]),
    ...noteList('How it was read:', notes),
    ...(advice === null ? [] : [{ kind: 'paragraph', text: advice } as const]),
    ...(next === null ? [] : commandBlocks(`Next, to paste${whenWords(assumed)}:`, [next])),
  ];
}

/** Each command stays on one line, because a shell would run a wrapped one as several. */
function commandBlocks(text: string, lines: readonly string[]): PageBlock[] {
  return [
    { kind: 'paragraph', text },
    { kind: 'picture', lines },
  ];
}

function isIn(next: string | null, assumed: FoundProblem['assumed']): boolean {
  return next !== null && assumed !== null && next.endsWith(` ${assumed.flags}`);
}

function recognizedWords({ columns }: TraceSummary): string {
  const seen = columns.filter(({ mean }) => mean !== null);
  if (seen.length === 0) return 'no column';
  return seen
    .map(({ quantity, statistic, source }) => `${quantity} (${STATISTIC[statistic]}) from ${source}`)
    .join(', ');
}

const STATISTIC = { average: 'average', maximum: 'maximum', point: 'at an instant' } as const;

function problemCount(own: readonly FoundProblem[], members: readonly DoctorMember[]): string {
  const bad = members.filter(({ problems }) => problems.length > 0).length;
  const parts = [
    ...(own.length === 0 ? [] : [String(own.length)]),
    ...(bad === 0 ? [] : [`${bad} of ${members.length} have some`]),
  ];
  return parts.length === 0 ? 'none' : parts.join('; ');
}

function problemItem({ problem, assumed }: FoundProblem): Item {
  const text = describeProblem(problem);
  if (assumed === null) return { text };
  const { flags, when } = assumed;
  return {
    text,
    under: [`The rest of this answer reads it with ${flags}${when === null ? '' : `, right ${when}`}.`],
  };
}

function memberItem({ name, what, problems }: DoctorMember): Item {
  return { text: `${name}: ${what}`, under: problems.map(({ problem }) => describeProblem(problem)) };
}

function whenWords(assumed: readonly string[]): string {
  return assumed.length === 0 ? '' : `, right ${[...new Set(assumed)].join(' and ')}`;
}

function listOf(title: string, items: readonly Item[]): PageBlock[] {
  return items.length === 0 ? [] : [{ kind: 'list', title, items }];
}
