import type { Actuals } from '../../advisor/index.ts';
import { actualOfTrace } from '../../check/index.ts';
import { ProblemError, problem } from '../../problem/index.ts';
import { billOfFlags, isBill, readBill, readDocument } from '../../scenario/index.ts';
import { howToRead } from '../flags/how-to-read.ts';
import type { TraceOptions } from '../flags/options.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { inMemory } from './named-trace.ts';
import { openFile } from './open-file.ts';
import { traceOf } from './open-trace.ts';

export interface ActualOptions {
  readonly actual?: string;
  readonly bill: readonly string[];
  readonly project?: string;
  readonly actualMap: readonly string[];
}

/** Reads records of what happened from files and flags. Null if there are none. */
export async function readActuals(
  options: ActualOptions & TraceOptions,
  terminal: Terminal,
): Promise<Actuals | null> {
  const ofFlags = options.bill.length === 0 ? null : billOfFlags(options.bill, '--bill');
  if (options.actual === undefined) {
    refuseAlone('--project', options.project);
    refuseAlone('--actual-map', options.actualMap[0]);
    return ofFlags === null
      ? null
      : { name: '--bill', place: { options: ['bill'] }, metered: null, bill: ofFlags, notes: [] };
  }
  const read = await readFile(options.actual, options, terminal);
  if (ofFlags !== null && read.bill !== null)
    throw problem({ field: '--bill' }, `${read.name} is a bill too`, 'give one of them');
  return { ...read, bill: read.bill ?? ofFlags };
}

function refuseAlone(field: string, value: string | undefined): void {
  if (value === undefined) return;
  throw problem({ field }, 'this flag needs a file of records', 'name one with --actual, or leave it out');
}

async function readFile(
  path: string,
  options: ActualOptions & TraceOptions,
  terminal: Terminal,
): Promise<Actuals> {
  const file = await openFile(path, terminal);
  const { name } = file;
  if (file.kind !== 'trace') return billOf(await file.text(), name, options);
  const { actualMap: map, project, timezone, strict } = options;
  const asTold = { ...(timezone === undefined ? {} : { timezone }), ...(strict ? { strict } : {}) };
  const how = { ...howToRead({ map, ...asTold }), project };
  try {
    const { trace, notes } = await inMemory(await traceOf(file, how), path, terminal);
    const metered = actualOfTrace(trace);
    if (metered !== null) return { name, place: { file: name }, metered, bill: null, notes };
  } catch (error) {
    throw error instanceof ProblemError ? withActualFlags(error) : error;
  }
  throw problem(
    { file: name },
    'it has no sizes, and no starts and suspends',
    'give consumption history, operations or a bill, or say which column is the size with --actual-map capacityCu=FIELD',
  );
}

function billOf(text: string, name: string, { project, actualMap }: ActualOptions): Actuals {
  const document = readDocument(text, name);
  if (!isBill(document))
    throw problem(
      { file: name },
      'this is neither a trace nor a bill',
      'docs/check.md lists the known formats',
    );
  if (actualMap.length > 0) throw problem({ field: '--actual-map' }, 'a bill has no columns', 'leave it out');
  const bill = readBill(document);
  if (project !== undefined && bill.project !== null && bill.project !== project)
    throw problem(
      document.place(['project']),
      `the bill covers ${bill.project}, not ${project}`,
      `give the bill of ${project}`,
    );
  return { name, place: { file: name }, metered: null, bill, notes: [] };
}

/** Renames a setting in problems, because the readers of traces name ‹map›. */
function withActualFlags({ problems }: ProblemError): ProblemError {
  const own = (text: string) => text.replaceAll('‹map›', '‹actualMap›');
  return new ProblemError(
    problems.map(({ place, found, remedy }) => ({
      place: { ...place, ...(place.field === undefined ? {} : { field: own(place.field) }) },
      found: own(found),
      remedy: own(remedy),
    })),
  );
}
