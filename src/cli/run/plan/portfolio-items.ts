import { join } from 'node:path';
import { factSet } from '../../../facts/index.ts';
import type { Place } from '../../../problem/index.ts';
import type { PortfolioEntry } from '../../../scenario/index.ts';
import { backgroundOf } from '../../../trace/index.ts';
import { besideFile, nameOf } from '../../input.ts';
import { type ByOptions, type QuestionOptions, vcpusOf } from '../../options.ts';
import type { Terminal } from '../../terminal.ts';
import {
  entriesOf,
  isTraceFile,
  optionsOfEntry,
  withoutMachineOf,
  withoutTraceOptions,
} from '../list/entries.ts';
import { overridesOf } from '../overrides.ts';
import { type AssumingFile, loadAssuming, scenarioOfTrace } from '../scenario-file.ts';
import { cpuPerQueryOf } from '../trace/how-to-read.ts';
import { openEachPart } from '../trace/open-parts.ts';

/** What flags say of each of many databases. */
type ItemOptions = QuestionOptions & { readonly current?: string; readonly pooler?: boolean };

/** One of many databases, of which nothing has been read yet. */
export interface PortfolioItem {
  readonly name: string;
  readonly project: string | null;
  readonly file: string;
  /** What names it alone in the place of all of them; null: nothing does. */
  readonly member: string | null;
  /** What the flags say, and what is said of this database before them. */
  readonly options: ItemOptions;
  /** Where its present setting is said; null: in a flag. */
  readonly currentAt: Place | null;
  load(): Promise<LoadedItem>;
}

export type LoadedItem = Pick<AssumingFile, 'read' | 'background'>;

/** The databases of a folder, of a list, or of a table that is split; null: the file is one database. */
export async function portfolioItems(
  file: string,
  options: ItemOptions & ByOptions,
  terminal: Terminal,
): Promise<readonly PortfolioItem[] | null> {
  const { by } = options;
  if (by !== undefined) return itemsOfParts(file, options, by, terminal);
  // One line says how many are planned; how far each file is read would write over it.
  const quiet: Terminal = { ...terminal, progress: () => ({ show() {}, done() {} }) };
  const names = terminal.list(file);
  if (names !== null) return names.map((name) => itemOfFile(join(file, name), name, options, quiet));
  const entries = await entriesOf(file, terminal);
  return entries?.map((entry) => itemOfEntry(file, entry, options, quiet)) ?? null;
}

async function itemsOfParts(
  file: string,
  options: ItemOptions,
  by: string,
  terminal: Terminal,
): Promise<readonly PortfolioItem[]> {
  const { pooler: _, ...rest } = options;
  const overrides = overridesOf(rest, terminal);
  const question = {
    file: nameOf(file),
    cpuMsPerQuery: cpuPerQueryOf(options.cpuPerQuery),
    vcpus: vcpusOf(options),
    facts: factSet(overrides.facts ?? 'spec'),
  };
  const parts = await openEachPart(file, options, by, terminal);
  return parts.map((part) => ({
    name: part.name,
    project: null,
    file,
    member: null,
    options,
    currentAt: null,
    load: async () => ({
      read: async (assumed) => scenarioOfTrace(part.open(), { ...question, ...assumed }, overrides),
      background: () => backgroundOf(part.open().trace, question),
    }),
  }));
}

function itemOfFile(file: string, name: string, options: ItemOptions, terminal: Terminal): PortfolioItem {
  return {
    name,
    project: null,
    file,
    member: file,
    options,
    currentAt: null,
    load: () => loadAny(file, options, terminal),
  };
}

/** What an entry says of its file goes before the flags. */
function itemOfEntry(
  list: string,
  entry: PortfolioEntry,
  flags: ItemOptions,
  terminal: Terminal,
): PortfolioItem {
  const { name, project, current } = entry;
  const file = besideFile(list, entry.file);
  const own = optionsOfEntry(entry);
  // The last that is told of one counts.
  const assume = [...(flags.assume ?? []), ...(own.assume ?? [])];
  const others = withoutMachineOf(own, flags);
  const options: ItemOptions = { ...others, ...own, ...(assume.length === 0 ? {} : { assume }) };
  return {
    name,
    project,
    file,
    member: `${list}#${project === null ? '' : `${project}/`}${name}`,
    options,
    currentAt: current === null ? null : entry.place('current'),
    load: () => loadAny(file, options, terminal),
  };
}

async function loadAny(file: string, options: ItemOptions, terminal: Terminal): Promise<LoadedItem> {
  const { pooler: _, ...rest } = options;
  const own = (await isTraceFile(file, terminal)) ? rest : { ...withoutTraceOptions(rest), map: [] };
  return loadAssuming(file, own, terminal);
}
