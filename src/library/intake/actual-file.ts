import type { Actuals } from '../../advisor/index.ts';
import { actualOfTrace } from '../../check/index.ts';
import { meteredSeries } from '../../planner/index.ts';
import { ProblemError, problem } from '../../problem/index.ts';
import { billOfFlags, isBill, readBill, readDocument } from '../../scenario/index.ts';
import { howToRead } from '../settings/how-to-read.ts';
import { type NamedValues, type TraceOptions, writtenValues } from '../settings/options.ts';
import { flagOf } from '../settings/setting-names.ts';
import { inMemory } from './named-trace.ts';
import { openFile } from './open-file.ts';
import { traceOf } from './open-trace.ts';
import type { Reader } from './reader.ts';

/** Records of what happened. */
export interface ActualOptions {
  /** A file: consumption history, operations, sizes over time, or a bill. */
  readonly actual?: string;
  /** The bills of months, such as `{ '2026-03': 41.2 }`, or a file with a bill. */
  readonly bill?: NamedValues | string;
  /** The project, if the file or the list has several. */
  readonly project?: string;
  /** The columns of the file, written as for `map`. */
  readonly actualMap?: NamedValues;
}

/** Reads records of what happened. Null if there are none. */
export async function readActuals(
  options: ActualOptions & TraceOptions,
  reader: Reader,
): Promise<Actuals | null> {
  const ofFlags = await billIn(options, reader);
  if (options.actual === undefined) {
    if (ofFlags?.place.file === undefined) refuseAlone('‹project›', options.project);
    refuseAlone('‹actualMap›', writtenValues(options.actualMap)[0]);
    return ofFlags && { ...ofFlags, metered: null, consumption: [], notes: [] };
  }
  const read = await readFile(options.actual, options, reader);
  if (ofFlags !== null && read.bill !== null)
    throw problem({ field: '‹bill›' }, `${read.name} is a bill too`, 'give one of them');
  return { ...read, bill: read.bill ?? ofFlags?.bill ?? null };
}

/** Reads the bill that flags state, or the file that they name. Null if there is none. */
async function billIn(
  options: ActualOptions,
  reader: Reader,
): Promise<Pick<Actuals, 'name' | 'place' | 'bill'> | null> {
  const texts = typeof options.bill === 'string' ? [options.bill] : writtenValues(options.bill);
  const [first] = texts;
  if (first === undefined) return null;
  if (texts.length > 1 || !isFileName(first))
    return { name: flagOf('bill'), place: { options: ['bill'] }, bill: billOfFlags(texts, '‹bill›') };
  const file = await openFile(first, reader);
  const { name, place, bill } = billOf(await file.text(), file.name, options.project);
  return { name, place, bill };
}

/** A month with its amount has an equals sign, and no word without a dot or a slash is a likely file. */
function isFileName(text: string): boolean {
  return text === '-' || (!text.includes('=') && /[./]/.test(text));
}

function refuseAlone(field: string, value: string | undefined): void {
  if (value === undefined) return;
  throw problem({ field }, 'it needs a file of records', 'name one with ‹actual›, or leave it out');
}

async function readFile(
  path: string,
  options: ActualOptions & TraceOptions,
  reader: Reader,
): Promise<Actuals> {
  const file = await openFile(path, reader);
  const { name } = file;
  if (file.kind !== 'trace') {
    if (writtenValues(options.actualMap).length > 0)
      throw problem({ field: '‹actualMap›' }, 'a bill has no columns', 'leave it out');
    return billOf(await file.text(), name, options.project);
  }
  const { actualMap: map, project, timezone, strict } = options;
  const asTold = { ...(timezone === undefined ? {} : { timezone }), ...(strict ? { strict } : {}) };
  const how = { ...howToRead({ ...(map === undefined ? {} : { map }), ...asTold }), project };
  try {
    const open = await traceOf(file, how);
    const { trace, notes } = await inMemory(open, path, reader);
    const metered = actualOfTrace(trace);
    const consumption = meteredSeries(open.metered ?? []);
    if (metered !== null) return { name, place: { file: name }, metered, bill: null, consumption, notes };
  } catch (error) {
    throw error instanceof ProblemError ? withActualFlags(error) : error;
  }
  throw problem(
    { file: name },
    'it has no sizes, and no starts and suspends',
    'give consumption history, operations or a bill, or say which column is the size with ‹actualMap› capacityCu=FIELD',
  );
}

function billOf(text: string, name: string, project: string | undefined): Actuals {
  const document = readDocument(text, name);
  if (!isBill(document))
    throw problem(
      { file: name },
      'this is neither a trace nor a bill',
      'docs/check.md lists the known formats',
    );
  const bill = readBill(document);
  if (project !== undefined && bill.project !== null && bill.project !== project)
    throw problem(
      document.place(['project']),
      `the bill covers ${bill.project}, not ${project}`,
      `give the bill of ${project}`,
    );
  return { name, place: { file: name }, metered: null, bill, consumption: [], notes: [] };
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
