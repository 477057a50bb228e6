import type { NamedTrace } from '../../scenario/index.ts';
import { collect, withActivity } from '../../trace/index.ts';
import { nameOf } from './input.ts';
import type { OpenTrace } from './opened-trace.ts';
import type { Reader } from './reader.ts';
import { watched } from './watched.ts';

/** Reads a whole trace into memory, with notes about how it was read. */
export async function inMemory(open: OpenTrace, path: string, reader: Reader): Promise<NamedTrace> {
  const doing = { what: `reading ${nameOf(path)}`, left: 'there is no answer' };
  const trace = await collect(watched(open.stream, [open], doing, reader));
  return { trace: withActivity(trace), notes: open.notes() };
}
