import { startChild } from '../child.ts';

/** A call that is sent repeatedly. `#` in its body is a new number each time. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly body?: string;
}

/** A load on a server. Each connection sends the calls in their order. */
export interface Load {
  readonly url: string;
  readonly key: string;
  readonly calls: readonly Call[];
  readonly connections: number;
  readonly seconds: number;
}

export interface Measured {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  readonly failures: number;
}

/** Loads a server from a process of its own. */
export async function measure(load: Load): Promise<Measured> {
  const child = await startChild<Measured>('service/load-generator', [JSON.stringify(load)]);
  await child.stop();
  if (child.line.failures > 0) throw new Error(`${child.line.failures} calls of ${load.url} failed`);
  return child.line;
}
