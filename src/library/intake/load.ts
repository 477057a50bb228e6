import {
  type FedScenario,
  type Subject,
  scenarioOfTrace,
  subjectOfScenario,
  subjectOfTrace,
} from '../../advisor/index.ts';
import { DEFAULT_FACT_SET, factSet } from '../../facts/index.ts';
import { problem } from '../../problem/index.ts';
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
import { cpuPerQueryOf, howToRead, vcpusOf } from '../settings/how-to-read.ts';
import type { ByOptions, SimulationOptions, TraceOptions } from '../settings/options.ts';
import { overridesOf } from '../settings/overrides.ts';
import { refuseTraceSettings } from '../settings/refuse-trace-settings.ts';
import { KeptPipes } from './kept-pipes.ts';
import { inMemory } from './named-trace.ts';
import { foreignProblem, type OpenedFile, openFile } from './open-file.ts';
import { openParts } from './open-parts.ts';
import { readableAgain, traceOf } from './open-trace.ts';
import type { OpenTrace } from './opened-trace.ts';
import type { Reader } from './reader.ts';
import { readScenarioFile } from './scenario-file.ts';
import { interruptible, watched } from './watched.ts';

/**
 * Loads a scenario, or a trace in place of one. The first bytes of the file decide which it is. A trace is read into
 * memory.
 */
export function loadScenario(
  file: string,
  options: SimulationOptions & TraceOptions & ByOptions,
  reader: Reader,
): Promise<Scenario> {
  return loadPath(file, options, reader, {
    scenario: (read) => read([]),
    trace: (open, question, overrides) => wholeTrace(open, question, overrides, reader),
  });
}

/** Reads the file with some fields changed. */
export type ReadWith = (changes: readonly FieldChange[]) => Promise<Scenario>;

/** Reads a file once, so that it can be examined with several changes. */
export function loadChangeable(
  file: string,
  options: SimulationOptions & TraceOptions,
  reader: Reader,
): Promise<ReadWith> {
  return loadPath<ReadWith>(file, options, reader, {
    scenario: async (read) => read,
    trace: (open, question, overrides) => changeableTrace(open, question, overrides, reader),
  });
}

/** Loads a file for questions that vary its demand, with some fields changed. */
export function loadSubject(
  file: OpenedFile,
  options: SimulationOptions & TraceOptions & ByOptions,
  reader: Reader,
  changes: readonly FieldChange[] = [],
): Promise<Subject> {
  return load<Subject>(file, options, reader, {
    scenario: async (read) => subjectOfScenario(file.name, await read(changes)),
    trace: async (open, question, overrides) => {
      const named = await inMemory(open, question.file, reader);
      const withIdle = open.share() === null ? null : withoutIdleBelow(file, options, reader, changes);
      return { ...subjectOfTrace(named, question, overrides, changes), withIdle };
    },
  });
}

/** The trace with the samples that count as idle. */
function withoutIdleBelow(
  { path }: OpenedFile,
  { idleBelow, ...options }: SimulationOptions & TraceOptions & ByOptions,
  reader: Reader,
  changes: readonly FieldChange[],
): Subject['withIdle'] {
  if (idleBelow === undefined) return null;
  const load = async () => loadSubject(await openFile(path, reader), options, reader, changes);
  return { belowVcpu: idleBelow, load };
}

async function wholeTrace(
  open: OpenTrace,
  question: TraceQuestion,
  overrides: Overrides,
  reader: Reader,
): Promise<Scenario> {
  const read = await changeableTrace(open, question, overrides, reader);
  return read([]);
}

async function changeableTrace(
  open: OpenTrace,
  question: TraceQuestion,
  overrides: Overrides,
  reader: Reader,
): Promise<ReadWith> {
  const named = await inMemory(open, question.file, reader);
  return async (changes) => scenarioOfTrace(named, question, overrides, changes);
}

/** Loads a file for a run, with some fields changed. The run reads a trace a second time. */
export function loadForRun(
  file: string,
  options: SimulationOptions & TraceOptions & ByOptions,
  reader: Reader,
  changes: readonly FieldChange[] = [],
): Promise<FedScenario> {
  return loadPath<FedScenario>(file, options, reader, {
    scenario: async (read) => ({ scenario: await read(changes), feed: null }),
    trace: async (open, question, overrides) => {
      // The replacement of a cut-out day may be anywhere in the trace, so the whole trace has to be in memory.
      const isCut = overrides.exclude !== undefined && overrides.exclude.length > 0;
      if (isCut || needsActivity(open.head)) {
        const read = await changeableTrace(open, question, overrides, reader);
        return { scenario: await read(changes), feed: null };
      }
      const trace = await readableAgain(open);
      const doing = { what: `reading ${question.file}`, left: 'there is no answer' };
      const { survey, span } = await surveyDemand(watched(trace.stream, [trace], doing, reader), question);
      const feed = new DemandFeed(survey, traceSettings(span, question));
      const asked = { head: trace.head, span, asked: feed.demand, notes: trace.notes() };
      return {
        scenario: traceScenario(asked, question.file, overrides, changes),
        feed: (asking, advance) => feed.through(interruptible(trace.stream, asking), advance),
      };
    },
  });
}

interface Loading<T> {
  scenario(read: ReadWith): Promise<T>;
  trace(open: OpenTrace, question: TraceQuestion, overrides: Overrides): Promise<T>;
}

async function loadPath<T>(
  path: string,
  options: SimulationOptions & TraceOptions & ByOptions,
  reader: Reader,
  loading: Loading<T>,
): Promise<T> {
  return load(await openFile(path, reader), options, reader, loading);
}

async function load<T>(
  file: OpenedFile,
  options: SimulationOptions & TraceOptions & ByOptions,
  reader: Reader,
  loading: Loading<T>,
): Promise<T> {
  try {
    return await loaded(file, options, reader, loading);
  } catch (error) {
    // An open standard input would keep the process alive.
    file.close();
    throw error;
  }
}

async function loaded<T>(
  file: OpenedFile,
  options: SimulationOptions & TraceOptions & ByOptions,
  reader: Reader,
  loading: Loading<T>,
): Promise<T> {
  const overrides = overridesOf(options, reader);
  const question = () => questionOf(file.name, options, overrides);
  if (options.by !== undefined) {
    const asked = question();
    const parts = await openParts(file, options, options.by, reader);
    return loading.scenario(async (changes) => {
      if (changes.length > 0)
        throw problem(
          { field: '‹set›' },
          'a table of databases has no fields',
          'leave it out, or leave out ‹by›',
        );
      return tracesScenario(parts, asked, overrides);
    });
  }
  if (file.kind === 'trace') {
    const how = howToRead(options);
    const asked = question();
    return loading.trace(await traceOf(file, how), asked, overrides);
  }
  const foreign = foreignProblem(file);
  if (foreign !== null) throw foreign;
  refuseTraceSettings(options);
  const text = await file.text();
  const pipes = new KeptPipes();
  return loading.scenario((changes) => readScenarioFile(file.path, text, overrides, reader, changes, pipes));
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
    facts: facts ?? factSet(DEFAULT_FACT_SET),
  };
}
