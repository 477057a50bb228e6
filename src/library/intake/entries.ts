import { problem } from '../../problem/index.ts';
import { isPortfolio, type PortfolioEntry, readDocument, readPortfolio } from '../../scenario/index.ts';
import type { QuestionOptions, TraceOptions } from '../settings/options.ts';
import { isTraceSetting, type TraceSettingName } from '../settings/refuse-trace-settings.ts';
import { openSource } from './input.ts';
import { type OpenedFile, recognisedFile } from './open-file.ts';
import type { Reader } from './reader.ts';

/**
 * Reads the entries of a list. Null if the file is not a list. A list has to be readable twice, so a pipe is one
 * database.
 */
export async function entriesOf(file: OpenedFile): Promise<PortfolioEntry[] | null> {
  if (file.kind !== 'document' || file.source.bytes === null) return null;
  const text = await file.text();
  if (!/\bdatabases\b/.test(text)) return null;
  const document = readDocument(text, file.name);
  return isPortfolio(document) ? readPortfolio(document) : null;
}

/** The entry of a list about a database, in the form of the flags with the same names. */
export type EntryOptions = QuestionOptions & TraceOptions & { readonly current?: string };

export function optionsOfEntry(entry: PortfolioEntry): EntryOptions {
  const { cpuPerQuery, instance } = entry;
  const all = {
    ...entry,
    cpuPerQuery: cpuPerQuery === null ? null : `${cpuPerQuery}ms`,
    instance: instance?.name ?? null,
  };
  return Object.fromEntries(
    Object.entries(all).filter(([name, value]) => !LIST_FIELDS.has(name) && isStated(value)),
  );
}

/** Fields of an entry that have no flag. */
const LIST_FIELDS: ReadonlySet<string> = new Set(['name', 'project', 'file', 'tags', 'place']);

function isStated(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined && value !== false;
}

/** Flags that say how to read a trace apply only to the traces among the files. */
export function withoutTraceOptions<Options extends EntryOptions>(
  options: Options,
): Omit<Options, TraceSettingName> {
  const others = Object.entries(options).filter(([name]) => !isTraceSetting(name));
  return Object.fromEntries(others) as Omit<Options, TraceSettingName>;
}

/** The class of a machine and its number of processors mean the same, so whichever source comes first decides both. */
export function withoutMachineOf<Options extends EntryOptions>(
  first: EntryOptions,
  { vcpus, instance, ...others }: Options,
): Options {
  const isTold = first.vcpus !== undefined || first.instance !== undefined;
  return (
    isTold
      ? others
      : {
          ...others,
          ...(vcpus === undefined ? {} : { vcpus }),
          ...(instance === undefined ? {} : { instance }),
        }
  ) as Options;
}

/** Opens a file that a list or a folder names. */
export async function openListed(file: string, reader: Reader): Promise<OpenedFile> {
  const source = openSource(file, reader);
  if (source.bytes === null)
    throw problem({ file }, 'it is a pipe or a device, not a file', 'write what it gives into a file first');
  return recognisedFile(file, source);
}
