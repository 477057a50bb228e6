import { problem } from '../../problem/index.ts';
import { isPortfolio, type PortfolioEntry, readDocument, readPortfolio } from '../../scenario/index.ts';
import { openSource } from '../files/input.ts';
import type { QuestionOptions } from '../flags/options.ts';
import { isTraceFlag, type TraceFlagName } from '../flags/trace-flags.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { type OpenedFile, recognisedFile } from './open-file.ts';

/** A list is a file that can be read twice: what comes through a pipe is one database. null: it is no list. */
export async function entriesOf(file: OpenedFile): Promise<PortfolioEntry[] | null> {
  if (file.kind !== 'document' || file.source.bytes === null) return null;
  const text = await file.text();
  if (!/\bdatabases\b/.test(text)) return null;
  const document = readDocument(text, file.name);
  return isPortfolio(document) ? readPortfolio(document) : null;
}

/** What a list says of a database, as the flags of the same names. */
export type EntryOptions = Partial<QuestionOptions> & { readonly current?: string };

export function optionsOfEntry(entry: PortfolioEntry): EntryOptions {
  const { cpuPerQuery } = entry;
  const all = { ...entry, cpuPerQuery: cpuPerQuery === null ? null : `${cpuPerQuery}ms` };
  return Object.fromEntries(
    Object.entries(all).filter(([name, value]) => !OF_THE_LIST.has(name) && isTold(value)),
  );
}

/** Fields of an entry that no flag has. */
const OF_THE_LIST: ReadonlySet<string> = new Set(['name', 'project', 'file', 'place']);

function isTold(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined && value !== false;
}

/** Flags that say how traces are read are for the traces among the files. */
export function withoutTraceOptions<Options extends EntryOptions>(
  options: Options,
): Omit<Options, TraceFlagName> {
  const others = Object.entries(options).filter(([name]) => !isTraceFlag(name));
  return Object.fromEntries(others) as Omit<Options, TraceFlagName>;
}

/** The class of a machine and its number of processors say the same: whoever goes first tells both. */
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

/** A file that a list or a folder names. */
export async function openListed(file: string, terminal: Terminal): Promise<OpenedFile> {
  const source = openSource(file, terminal);
  if (source.bytes === null)
    throw problem({ file }, 'it is a pipe or a device, not a file', 'write what it gives into a file first');
  return recognisedFile(file, source);
}
