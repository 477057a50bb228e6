import { ProblemError } from '../../problem/index.ts';
import type { DoctorAnswer, DoctorMember } from '../../report/index.ts';
import { refuseUnmeasured } from '../one-compute.ts';
import { Attempt } from './attempt.ts';
import type { TraceReading } from './examined.ts';

/** Describes a trace, read with the given options and those that problems suggest. */
export async function traceAnswer(name: string, what: string, asked: TraceReading): Promise<DoctorAnswer> {
  const attempt = new Attempt(asked);
  const read = await attempt.result(async (reading) =>
    reading.isSplit
      ? { members: await partsIn(reading), ...NO_SUMMARY }
      : { ...(await reading.summary()), members: [] },
  );
  const summary = read?.summary ?? null;
  const unread = (summary?.columns ?? []).filter(({ mean }) => mean === null);
  for (const { quantity, source } of unread)
    attempt.problems.push({
      problem: {
        place: { file: name, field: source },
        found: `none of its values is known, so ${quantity} is unknown`,
        remedy: 'export a time in which it was measured',
      },
      assumed: null,
    });
  const { reading } = attempt;
  const isPlanned =
    read !== null &&
    (reading.isSplit ? read.members.some(({ problems }) => problems.length === 0) : await isLoaded(attempt));
  const { connect = 0, query = 0 } = summary?.events ?? {};
  // The cause of a sleepless database can be found without any CPU.
  const isAwakeKnown = connect + query > 0;
  return {
    file: name,
    what: read?.what ?? what,
    problems: attempt.problems,
    summary,
    notes: read?.notes ?? [],
    members: read?.members ?? [],
    next: isPlanned ? attempt.reading.next('plan') : isAwakeKnown ? reading.next('trace awake') : null,
    advice: null,
  };
}

const NO_SUMMARY = { what: null, summary: null, notes: [] };

/** Throws a problem that an option can solve, because the option applies to all parts. */
async function partsIn(reading: TraceReading): Promise<DoctorMember[]> {
  return (await reading.parts()).map(({ name, open }) => {
    try {
      const { trace } = open();
      const columns = trace.head.columns.map(({ quantity }) => quantity).join(', ');
      return { name, what: `${trace.times.length} samples of ${columns}`, problems: [], next: null };
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      const [first] = error.problems;
      if (first?.suggestions?.some((one) => reading.canTake(one))) throw error;
      const problems = error.problems.map((problem) => ({ problem, assumed: null }));
      return { name, what: 'cannot be planned', problems, next: null };
    }
  });
}

/** Whether a plan can load the trace. Problems that only a plan has are added to the attempt. */
async function isLoaded(attempt: Attempt): Promise<boolean> {
  const loaded = await attempt.result(async (reading) => {
    const { name, read } = await reading.subject();
    const { simulation } = read({});
    refuseUnmeasured(simulation, name);
    return simulation;
  });
  return loaded !== null;
}
