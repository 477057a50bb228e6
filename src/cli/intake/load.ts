import {
  type FedScenario,
  type Subject,
  scenarioOfTrace,
  subjectOfScenario,
  subjectOfTrace,
} from '../../advisor/index.ts';
import { factSet } from '../../facts/index.ts';
import {
  type FieldChange,
  type Overrides,
  type Scenario,
  type TraceQuestion,
  traceScenario,
  traceSettings,
  tracesScenario,
} from '../../scenario/index.ts';
import { DemandFeed, needsActivity, surveyDemand } from '../../trace/index.ts';
import { cpuPerQueryOf, howToRead } from '../flags/how-to-read.ts';
import { type ByOptions, type SimulationOptions, type TraceOptions, vcpusOf } from '../flags/options.ts';
import { overridesOf } from '../flags/overrides.ts';
import { errorWithFlags, inFlags } from '../flags/setting-flags.ts';
import { refuseTraceFlags } from '../flags/trace-flags.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { KeptPipes } from './kept-pipes.ts';
import { inMemory } from './named-trace.ts';
import { foreignProblem, type OpenedFile, openFile } from './open-file.ts';
import { openParts } from './open-parts.ts';
import { type OpenTrace, readableAgain, traceOf } from './open-trace.ts';
import { readScenarioFile } from './scenario-file.ts';
import { interruptible, watched } from './watched.ts';

/**
 * Loads a scenario, or a trace in place of one. The first bytes of the file decide which it is. A trace is read into
 * memory.
 */
export function loadScenario(
  file: string,
  options: SimulationOptions & TraceOptions & ByOptions,
  terminal: Terminal,
): Promise<Scenario> {
  return loadPath(file, options, terminal, {
    scenario: (read) => read([]),
    trace: (open, question, overrides) => wholeTrace(open, question, overrides, terminal),
  });
}

/** Reads the file with some fields changed. */
export type ReadWith = (changes: readonly FieldChange[]) => Promise<Scenario>;

/** Reads a file once, so that it can be examined with several changes. */
export function loadChangeable(
  file: string,
  options: SimulationOptions & TraceOptions,
  terminal: Terminal,
): Promise<ReadWith> {
  return loadPath<ReadWith>(file, options, terminal, {
    scenario: async (read) => read,
    trace: (open, question, overrides) => changeableTrace(open, question, overrides, terminal),
  });
}

/** Loads a file for questions that vary its demand. `text` is the text of a scenario. */
export function loadSubject(
  file: OpenedFile,
  options: SimulationOptions & TraceOptions & ByOptions,
  terminal: Terminal,
): Promise<{ readonly subject: Subject; readonly text: string | null }> {
  const loading = {
    scenario: async (read: ReadWith, text: string | null) => ({
      subject: subjectOfScenario(file.name, await read([])),
      text,
    }),
    trace: async (open: OpenTrace, question: TraceQuestion, overrides: Overrides) => {
      const subject = subjectInFlags(await inMemory(open, question.file, terminal), question, overrides);
      const withIdle = open.share() === null ? null : withoutIdleBelow(file, options, terminal);
      return { subject: { ...subject, withIdle }, text: null };
    },
  };
  return inFlags(() => load(file, options, terminal, loading));
}

/** A trace as a subject whose problems name flags, since an answer about many databases shows the problems of each. */
export function subjectInFlags(...of: Parameters<typeof subjectOfTrace>): Subject {
  const subject = subjectOfTrace(...of);
  const read: Subject['read'] = (assumed) => {
    try {
      return subject.read(assumed);
    } catch (error) {
      throw errorWithFlags(error);
    }
  };
  return { ...subject, read };
}

/** The trace without `--idle-below`. */
function withoutIdleBelow(
  { path }: OpenedFile,
  { idleBelow, ...options }: SimulationOptions & TraceOptions & ByOptions,
  terminal: Terminal,
): Subject['withIdle'] {
  if (idleBelow === undefined) return null;
  const load = async () => (await loadSubject(await openFile(path, terminal), options, terminal)).subject;
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

/** Loads a file for a run, which reads a trace a second time. */
export function loadForRun(
  file: string,
  options: SimulationOptions & TraceOptions & ByOptions,
  terminal: Terminal,
): Promise<FedScenario> {
  return loadPath<FedScenario>(file, options, terminal, {
    scenario: async (read) => ({ scenario: await read([]), feed: null }),
    trace: async (open, question, overrides) => {
      // The replacement of a cut-out day may be anywhere in the trace, so the whole trace has to be in memory.
      const isCut = overrides.exclude !== undefined && overrides.exclude.length > 0;
      if (isCut || needsActivity(open.head))
        return { scenario: await wholeTrace(open, question, overrides, terminal), feed: null };
      const trace = await readableAgain(open);
      const doing = { what: `reading ${question.file}`, left: 'there is no answer' };
      const { survey, span } = await surveyDemand(watched(trace.stream, [trace], doing, terminal), question);
      const feed = new DemandFeed(survey, traceSettings(span, question));
      const asked = { head: trace.head, span, asked: feed.demand, notes: trace.notes() };
      return {
        scenario: traceScenario(asked, question.file, overrides),
        feed: (asking, advance) => feed.through(interruptible(trace.stream, asking), advance),
      };
    },
  });
}

interface Loading<T> {
  /** @param text null if there are several traces */
  scenario(read: ReadWith, text: string | null): Promise<T>;
  trace(open: OpenTrace, question: TraceQuestion, overrides: Overrides): Promise<T>;
}

async function loadPath<T>(
  path: string,
  options: SimulationOptions & TraceOptions & ByOptions,
  terminal: Terminal,
  loading: Loading<T>,
): Promise<T> {
  return load(await openFile(path, terminal), options, terminal, loading);
}

async function load<T>(
  file: OpenedFile,
  options: SimulationOptions & TraceOptions & ByOptions,
  terminal: Terminal,
  loading: Loading<T>,
): Promise<T> {
  try {
    return await loaded(file, options, terminal, loading);
  } catch (error) {
    // An open standard input would keep the process alive.
    file.close();
    throw error;
  }
}

async function loaded<T>(
  file: OpenedFile,
  options: SimulationOptions & TraceOptions & ByOptions,
  terminal: Terminal,
  loading: Loading<T>,
): Promise<T> {
  const overrides = overridesOf(options, terminal);
  const question = () => questionOf(file.name, options, overrides);
  if (options.by !== undefined) {
    const asked = question();
    const parts = await openParts(file, options, options.by, terminal);
    return loading.scenario(async () => tracesScenario(parts, asked, overrides), null);
  }
  if (file.kind === 'trace') {
    const how = howToRead(options);
    const asked = question();
    return loading.trace(await traceOf(file, how), asked, overrides);
  }
  const foreign = foreignProblem(file);
  if (foreign !== null) throw foreign;
  refuseTraceFlags(options);
  const text = await file.text();
  const pipes = new KeptPipes();
  return loading.scenario(
    (changes) => readScenarioFile(file.path, text, overrides, terminal, changes, pipes),
    text,
  );
}

/** Collects the flags that turn a trace into demand. */
export function questionOf(
  file: string,
  options: TraceOptions,
  { facts }: Pick<Overrides, 'facts'>,
): TraceQuestion {
  return {
    file,
    cpuMsPerQuery: cpuPerQueryOf(options.cpuPerQuery),
    vcpus: vcpusOf(options),
    facts: factSet(facts ?? 'spec'),
  };
}
