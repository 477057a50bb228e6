import { refuseUnmeasured } from '../../../advisor/index.ts';
import { ProblemError } from '../../../problem/index.ts';
import type { DoctorAnswer, DoctorMember } from '../../../report/index.ts';
import { formWords, quoted, summaryOf, type TraceSummary } from '../../../trace/index.ts';
import { nameOf } from '../../input.ts';
import { vcpusOf } from '../../options.ts';
import type { Terminal } from '../../terminal.ts';
import { loadSubject } from '../scenario-file.ts';
import { openEachPart } from '../trace/open-parts.ts';
import { openTrace, readableAgain } from '../trace/open-trace.ts';
import { replayed, watched } from '../trace/watched.ts';
import { Attempt, isUsable, type ReadOptions } from './attempt.ts';

/** The facts known of a trace, read with the typed flags and with those that its problems suggest. */
export async function traceAnswer(
  file: string,
  first: Uint8Array,
  options: ReadOptions,
  terminal: Terminal,
): Promise<DoctorAnswer> {
  const attempt = new Attempt(options);
  const read = await attempt.result(async (tried) =>
    tried.by === undefined
      ? { ...(await summaryIn(file, tried, terminal)), members: [] }
      : { members: await partsIn(file, tried, tried.by, terminal), ...NO_SUMMARY },
  );
  const isSplit = attempt.flags.includes('--by');
  const summary = read?.summary ?? null;
  const unread = (summary?.columns ?? []).filter(({ mean }) => mean === null);
  for (const { quantity, source } of unread)
    attempt.problems.push({
      problem: {
        place: { file: nameOf(file), field: source },
        found: `none of its values is known, so nothing is known of ${quantity}`,
        remedy: 'export a time in which it was measured',
      },
      assumed: null,
    });
  const readingFlags = attempt.flags;
  const isPlanned =
    read !== null &&
    (isSplit
      ? read.members.some(({ problems }) => problems.length === 0)
      : await isLoaded(file, attempt, terminal));
  const { problems } = attempt;
  return {
    file: nameOf(file),
    what: read?.what ?? formWords(first),
    problems,
    summary,
    notes: read?.notes ?? [],
    members: read?.members ?? [],
    next:
      file === '-'
        ? null
        : isPlanned
          ? commandOf('plan', file, attempt.flags)
          : awakeCommand(file, readingFlags, summary),
    advice: null,
  };
}

const NO_SUMMARY = { what: null, summary: null, notes: [] };

async function summaryIn(file: string, options: ReadOptions, terminal: Terminal) {
  const opened = await openTrace(file, options, terminal);
  const trace = opened.head.stepMs === null ? await readableAgain(opened) : opened;
  const doing = { what: `reading ${nameOf(file)}`, left: 'there is no answer' };
  const all = watched(replayed(trace, nameOf(file)), [trace], doing, terminal);
  const summary = await summaryOf(all, vcpusOf(options));
  return { what: trace.what, summary, notes: trace.notes() };
}

/** A problem that a flag gets over is one of all of them. */
async function partsIn(
  file: string,
  options: ReadOptions,
  by: string,
  terminal: Terminal,
): Promise<DoctorMember[]> {
  const parts = await openEachPart(file, options, by, terminal);
  return parts.map(({ name, open }) => {
    try {
      const { trace } = open();
      const columns = trace.head.columns.map(({ quantity }) => quantity).join(', ');
      return { name, what: `${trace.times.length} samples of ${columns}`, problems: [], next: null };
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      const [first] = error.problems;
      if (first?.suggestions?.some(isUsable)) throw error;
      const problems = error.problems.map((one) => ({ problem: one, assumed: null }));
      return { name, what: 'cannot be planned', problems, next: null };
    }
  });
}

/** Whether a plan can be made of it; what it wants beside what reading it does is a problem too. */
async function isLoaded(file: string, attempt: Attempt, terminal: Terminal): Promise<boolean> {
  const loaded = await attempt.result(async (options) => {
    const { subject } = await loadSubject(file, options, terminal);
    const { simulation } = subject.read({});
    refuseUnmeasured(simulation, subject.name);
    return simulation;
  });
  return loaded !== null;
}

/** Who keeps a database awake can be said without knowing how much CPU they want; null: nobody is seen. */
function awakeCommand(file: string, flags: readonly string[], summary: TraceSummary | null): string | null {
  const { connect = 0, query = 0 } = summary?.events ?? {};
  return connect + query > 0 ? commandOf('trace awake', file, flags) : null;
}

function commandOf(command: string, file: string, flags: readonly string[]): string {
  return ['tidemark', ...command.split(' '), file, ...flags].map(quoted).join(' ');
}
