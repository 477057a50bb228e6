import {
  type FedScenario,
  type Subject,
  scenarioOfTrace,
  subjectOfScenario,
  subjectOfTrace,
  toldAt,
} from '../../advisor/index.ts';
import { factSet } from '../../facts/index.ts';
import { type Place, ProblemError, problem } from '../../problem/index.ts';
import {
  besideChanges,
  changedDocument,
  type Document,
  type FieldChange,
  isPortfolio,
  type NamedTrace,
  type Overrides,
  readDocument,
  readScenario,
  type Scenario,
  type TraceQuestion,
  type TraceReference,
  traceMentions,
  traceScenario,
  traceSettings,
  tracesScenario,
} from '../../scenario/index.ts';
import {
  DemandFeed,
  foreignFile,
  foreignProblem,
  isTrace,
  lookAhead,
  needsActivity,
  replay,
  surveyDemand,
} from '../../trace/index.ts';
import { isZone } from '../../workload/index.ts';
import type { FileSource } from '../file-source.ts';
import { besideFile, nameOf, openSource, wholeText } from '../input.ts';
import { type ByOptions, type SimulationOptions, type TraceOptions, vcpusOf } from '../options.ts';
import type { Terminal } from '../terminal.ts';
import { overridesOf } from './overrides.ts';
import { capacityOf } from './trace/capacity.ts';
import { cpuPerQueryOf, type HowToRead, howToRead, zoneOf } from './trace/how-to-read.ts';
import { KeptPipes } from './trace/kept-pipes.ts';
import { inMemory, readNamedTrace } from './trace/named-trace.ts';
import { openParts } from './trace/open-parts.ts';
import { type OpenTrace, openSourceAs, readableAgain } from './trace/open-trace.ts';
import { interruptible, watched } from './trace/watched.ts';
import { refuseTraceFlags } from './trace-flags.ts';

/** A scenario, or a trace in place of one: which of them a file is, its first bytes say. A trace is then in memory. */
export function loadScenario(
  file: string,
  options: SimulationOptions & TraceOptions & ByOptions,
  terminal: Terminal,
): Promise<Scenario> {
  return load(file, options, terminal, {
    scenario: (read) => read([]),
    trace: (open, question, overrides) => wholeTrace(open, question, overrides, terminal),
  });
}

/** What a file is with some fields otherwise. */
export type ReadWith = (changes: readonly FieldChange[]) => Promise<Scenario>;

/** A file that is read once, to be looked at in several ways. */
export function loadChangeable(
  file: string,
  options: SimulationOptions & TraceOptions,
  terminal: Terminal,
): Promise<ReadWith> {
  return load<ReadWith>(file, options, terminal, {
    scenario: async (read) => read,
    trace: (open, question, overrides) => changeableTrace(open, question, overrides, terminal),
  });
}

/** To be looked at with more demand or less; its text where it is a scenario. */
export function loadSubject(
  file: string,
  options: SimulationOptions & TraceOptions & ByOptions,
  terminal: Terminal,
): Promise<{ readonly subject: Subject; readonly text: string | null }> {
  return load(file, options, terminal, {
    scenario: async (read, text) => ({ subject: subjectOfScenario(nameOf(file), await read([])), text }),
    trace: async (open, question, overrides) => {
      const subject = subjectOfTrace(await inMemory(open, question.file, terminal), question, overrides);
      const withIdle = open.share() === null ? null : idleOf(file, options, terminal);
      return { subject: { ...subject, withIdle }, text: null };
    },
  });
}

/** The trace without `--idle-below`. */
function idleOf(
  file: string,
  { idleBelow, ...options }: SimulationOptions & TraceOptions & ByOptions,
  terminal: Terminal,
): Subject['withIdle'] {
  if (idleBelow === undefined) return null;
  const load = async () => (await loadSubject(file, options, terminal)).subject;
  return { belowVcpu: idleBelow, load };
}

async function wholeTrace(
  open: OpenTrace,
  question: TraceQuestion,
  overrides: Overrides,
  terminal: Terminal,
): Promise<Scenario> {
  const read = await changeableTrace(open, question, overrides, terminal);
  return read([]);
}

async function changeableTrace(
  open: OpenTrace,
  question: TraceQuestion,
  overrides: Overrides,
  terminal: Terminal,
): Promise<ReadWith> {
  const named = await inMemory(open, question.file, terminal);
  return async (changes) => scenarioOfTrace(named, question, overrides, changes);
}

/** To be run: the file of a trace is then read a second time. */
export function loadFed(
  file: string,
  options: SimulationOptions & TraceOptions & ByOptions,
  terminal: Terminal,
): Promise<FedScenario> {
  return load<FedScenario>(file, options, terminal, {
    scenario: async (read) => ({ scenario: await read([]), feed: null }),
    trace: async (open, question, overrides) => {
      // What stands in place of days that are cut out lies elsewhere in the trace, so that all of it has to be there.
      const isCut = overrides.exclude !== undefined && overrides.exclude.length > 0;
      if (isCut || needsActivity(open.head))
        return { scenario: await wholeTrace(open, question, overrides, terminal), feed: null };
      const trace = await readableAgain(open);
      const doing = { what: `reading ${question.file}`, left: 'there is no answer' };
      const survey = await surveyDemand(watched(replay(trace.stream), [trace], doing, terminal), question);
      const { span } = survey;
      const feed = new DemandFeed(survey, traceSettings(span, question));
      const asked = { head: trace.head, span, asked: feed.demand, notes: trace.notes() };
      return {
        scenario: traceScenario(asked, question.file, overrides),
        feed: (asking, advance) => feed.through(interruptible(replay(trace.stream), asking), advance),
      };
    },
  });
}

interface Loading<T> {
  /** @param text null: it is several traces. */
  scenario(read: ReadWith, text: string | null): Promise<T>;
  trace(open: OpenTrace, question: TraceQuestion, overrides: Overrides): Promise<T>;
}

async function load<T>(
  file: string,
  options: SimulationOptions & TraceOptions & ByOptions,
  terminal: Terminal,
  loading: Loading<T>,
): Promise<T> {
  const overrides = overridesOf(options, terminal);
  const question = () => ({
    file: nameOf(file),
    cpuMsPerQuery: cpuPerQueryOf(options.cpuPerQuery),
    vcpus: vcpusOf(options),
    facts: factSet(overrides.facts ?? 'spec'),
  });
  if (options.by !== undefined) {
    const asked = question();
    const parts = await openParts(file, options, options.by, terminal);
    return loading.scenario(async () => tracesScenario(parts, asked, overrides), null);
  }
  const opened = openSource(file, terminal);
  const { first, source } = await lookAhead(opened);
  if (isTrace(first)) {
    const how = howToRead(options);
    const asked = question();
    return loading.trace(await openSourceAs(file, { ...opened, ...source }, how), asked, overrides);
  }
  const foreign = foreignFile(first);
  if (foreign !== null) throw foreignProblem(nameOf(file), foreign);
  refuseTraceFlags(options);
  const text = await wholeText(source, file);
  const pipes = new KeptPipes();
  return loading.scenario(
    (changes) => readScenarioFile(file, text, overrides, terminal, changes, pipes),
    text,
  );
}

/** A scenario with the traces that it names. */
export async function readScenarioFile(
  file: string,
  text: string,
  overrides: Overrides,
  terminal: Terminal,
  changes: readonly FieldChange[] = [],
  pipes = new KeptPipes(),
): Promise<Scenario> {
  const written = readDocument(text, nameOf(file));
  if (isPortfolio(written))
    throw problem(
      written.place(['databases']),
      'this is a list of databases, and one is wanted here',
      `name one of them, such as ${nameOf(file)}#NAME; plan, backtest and check take the list`,
    );
  const document = changedDocument(written, changes);
  const traces = new Map<string, NamedTrace>();
  for (const { reference, path } of traceMentions(document)) {
    if (traces.has(reference.key)) continue;
    const where = besideFile(file, reference.file);
    const source = pipes.open(where, () => sourceAt(where, document.place(path), terminal));
    const how = howToReadNamed(
      reference,
      scenarioZone(document),
      document.place([...path.slice(0, -1), 'capacity']),
    );
    const read = readNamedTrace(where, source, how, terminal).catch(withoutSuggestions);
    traces.set(reference.key, await read);
  }
  try {
    return readScenario(document, besideChanges(overrides, changes), traces);
  } catch (error) {
    return withoutSuggestions(error);
  }
}

function howToReadNamed(
  {
    map,
    vcpus,
    instance,
    where,
    gap,
    logPrefix,
    preset,
    strict,
    capacity: sizes,
    idleBelow,
    ...reference
  }: TraceReference,
  zone: string | undefined,
  capacityAt: Place,
): HowToRead {
  const timezone = zoneOf(reference.timezone ?? zone);
  const capacity = sizes === undefined ? undefined : toldAt(capacityAt, () => capacityOf(sizes, timezone));
  const memoryBytes = instance?.memoryBytes ?? null;
  return { vcpus, memoryBytes, map, where, timezone, gap, logPrefix, preset, strict, capacity, idleBelow };
}

/** A scenario says in its own fields how a trace is read: flags of the command do not reach it. */
function withoutSuggestions(error: unknown): never {
  if (!(error instanceof ProblemError)) throw error;
  throw new ProblemError(error.problems.map(({ suggestions: _, ...one }) => one));
}

/** A file that is not there is a mistake of the line that names it. */
function sourceAt(path: string, place: Place, terminal: Terminal): FileSource {
  try {
    return openSource(path, terminal);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    throw new ProblemError(
      error.problems.map(({ found, remedy }) => ({ place, found: `${path}: ${found}`, remedy })),
    );
  }
}

/** A scenario's own zone; a wrong one is told when the scenario is read. */
function scenarioZone({ value }: Document): string | undefined {
  const { timezone } = value as { readonly timezone?: unknown };
  return typeof timezone === 'string' && isZone(timezone) ? timezone : undefined;
}
