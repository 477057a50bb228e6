import { problem } from '../../../problem/index.ts';
import { isPortfolio, type PortfolioEntry, readDocument, readPortfolio } from '../../../scenario/index.ts';
import { isTrace, lookAhead } from '../../../trace/index.ts';
import { nameOf, openSource, wholeText } from '../../input.ts';
import type { QuestionOptions } from '../../options.ts';
import type { Terminal } from '../../terminal.ts';

/** A list is a file that can be read twice: what comes through a pipe is one database. null: it is no list. */
export async function entriesOf(file: string, terminal: Terminal): Promise<PortfolioEntry[] | null> {
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

/** What a list says of a database, as the flags of the same names. */
export type EntryOptions = Partial<QuestionOptions> & { readonly current?: string };

export function optionsOfEntry({
  plan,
  current,
  map,
  vcpus,
  timezone,
  gap,
  preset,
  strict,
  cpuPerQuery,
  logPrefix,
  capacity,
  instance,
  where,
  idleBelow,
  assume,
}: PortfolioEntry): EntryOptions {
  return {
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
    ...(instance === null ? {} : { instance }),
    ...(where === undefined ? {} : { where }),
    ...(idleBelow === undefined ? {} : { idleBelow }),
    ...(assume.length === 0 ? {} : { assume }),
  };
}

/** Flags that say how traces are read are for the traces among the files. */
export function withoutTraceOptions<Options extends EntryOptions>(options: Options) {
  const {
    map,
    vcpus,
    timezone,
    gap,
    preset,
    strict,
    cpuPerQuery,
    logPrefix,
    capacity,
    instance,
    where,
    idleBelow,
    ...others
  } = options;
  return others;
}

export async function isTraceFile(file: string, terminal: Terminal): Promise<boolean> {
  const source = openSource(file, terminal);
  if (source.bytes === null)
    throw problem({ file }, 'it is a pipe or a device, not a file', 'write what it gives into a file first');
  const { first } = await lookAhead(source);
  source.close?.();
  return isTrace(first);
}
