import { join } from 'node:path';
import { factSet } from '../../../facts/index.ts';
import { type Place, problem } from '../../../problem/index.ts';
import { isPortfolio, type PortfolioEntry, readDocument, readPortfolio } from '../../../scenario/index.ts';
import { isTrace, lookAhead } from '../../../trace/index.ts';
import { besideFile, nameOf, openSource, wholeText } from '../../input.ts';
import type { ByOptions } from '../../options.ts';
import type { Terminal } from '../../terminal.ts';
import { overridesOf } from '../overrides.ts';
import { loadAssuming, type ReadAssuming, scenarioOfTrace } from '../scenario-file.ts';
import { cpuPerQueryOf } from '../trace/how-to-read.ts';
import { openEachPart } from '../trace/open-parts.ts';
import type { PlanOptions } from './plan-options.ts';

/** One of many databases, of which nothing has been read yet. */
export interface PortfolioItem {
  readonly name: string;
  readonly project: string | null;
  readonly file: string;
  /** What the flags say, and what is said of this database before them. */
  readonly options: PlanOptions;
  /** Where its present setting is said; null: in a flag. */
  readonly currentAt: Place | null;
  load(): Promise<ReadAssuming>;
}

/** The databases of a folder, of a list, or of a table that is split; null: the file is one database. */
export async function portfolioItems(
  file: string,
  options: PlanOptions & ByOptions,
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
  options: PlanOptions,
  by: string,
  terminal: Terminal,
): Promise<readonly PortfolioItem[]> {
  const { pooler: _, ...rest } = options;
  const overrides = overridesOf(rest, terminal);
  const question = {
    file: nameOf(file),
    cpuMsPerQuery: cpuPerQueryOf(options.cpuPerQuery),
    vcpus: options.vcpus ?? null,
    facts: factSet(overrides.facts ?? 'spec'),
  };
  const parts = await openEachPart(file, options, by, terminal);
  return parts.map((part) => ({
    name: part.name,
    project: null,
    file,
    options,
    currentAt: null,
    load: async () => async (assumed) => scenarioOfTrace(part.open(), { ...question, ...assumed }, overrides),
  }));
}

function itemOfFile(file: string, name: string, options: PlanOptions, terminal: Terminal): PortfolioItem {
  return {
    name,
    project: null,
    file,
    options,
    currentAt: null,
    load: () => loadAny(file, options, terminal),
  };
}

/** What an entry says of its file goes before the flags. */
function itemOfEntry(
  list: string,
  entry: PortfolioEntry,
  flags: PlanOptions,
  terminal: Terminal,
): PortfolioItem {
  const { name, project, plan, current, map, vcpus, timezone, gap, preset, strict, cpuPerQuery } = entry;
  const { logPrefix, capacity, assume } = entry;
  const file = besideFile(list, entry.file);
  const options: PlanOptions = {
    ...flags,
    ...(plan === null ? {} : { plan }),
    ...(current === null ? {} : { current }),
    ...(map.length === 0 ? {} : { map }),
    ...(vcpus === null ? {} : { vcpus }),
    ...(timezone === null ? {} : { timezone }),
    ...(gap === null ? {} : { gap }),
    ...(preset === undefined ? {} : { preset }),
    ...(strict ? { strict } : {}),
    ...(cpuPerQuery === null ? {} : { cpuPerQuery: `${cpuPerQuery}ms` }),
    ...(logPrefix === undefined ? {} : { logPrefix }),
    ...(capacity === undefined ? {} : { capacity }),
    // The last that is told of one counts.
    ...(assume.length === 0 ? {} : { assume: [...(flags.assume ?? []), ...assume] }),
  };
  return {
    name,
    project,
    file,
    options,
    currentAt: current === null ? null : entry.place('current'),
    load: () => loadAny(file, options, terminal),
  };
}

/** Flags that say how traces are read are for the traces among the files. */
async function loadAny(file: string, options: PlanOptions, terminal: Terminal): Promise<ReadAssuming> {
  const { pooler: _, ...rest } = options;
  const source = openSource(file, terminal);
  if (source.bytes === null)
    throw problem({ file }, 'it is a pipe or a device, not a file', 'write what it gives into a file first');
  const { first } = await lookAhead(source);
  source.close?.();
  if (isTrace(first)) return (await loadAssuming(file, rest, terminal)).read;
  const { vcpus, timezone, gap, preset, strict, cpuPerQuery, logPrefix, capacity, ...others } = rest;
  return (await loadAssuming(file, { ...others, map: [] }, terminal)).read;
}

/** A list is a file that can be read twice: what comes through a pipe is one database. */
async function entriesOf(file: string, terminal: Terminal): Promise<PortfolioEntry[] | null> {
  const opened = openSource(file, terminal);
  if (opened.bytes === null) return null;
  const { first, source } = await lookAhead(opened);
  if (isTrace(first)) {
    opened.close?.();
    return null;
  }
  const text = await wholeText(source, file);
  if (!/\bdatabases\b/.test(text)) return null;
  const document = readDocument(text, nameOf(file));
  return isPortfolio(document) ? readPortfolio(document) : null;
}
