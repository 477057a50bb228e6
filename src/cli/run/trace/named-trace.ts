import type { NamedTrace } from '../../../scenario/index.ts';
import { collect, pulled, replay, withActivity } from '../../../trace/index.ts';
import type { FileSource } from '../../file-source.ts';
import { nameOf } from '../../input.ts';
import type { Terminal } from '../../terminal.ts';
import type { HowToRead } from './how-to-read.ts';
import { type OpenTrace, openSourceAs } from './open-trace.ts';
import { watched } from './watched.ts';

/** A trace whole in memory, with what people should know of how it was read. */
export async function readNamedTrace(
  path: string,
  source: FileSource,
  how: HowToRead,
  terminal: Terminal,
): Promise<NamedTrace> {
  return inMemory(await openSourceAs(path, source, how), path, terminal);
}

export async function inMemory(open: OpenTrace, path: string, terminal: Terminal): Promise<NamedTrace> {
  const doing = { what: `reading ${nameOf(path)}`, left: 'there is no answer' };
  const trace = await collect(pulled(watched(replay(open.stream), [open], doing, terminal)));
  return { trace: withActivity(trace), notes: open.notes() };
}
