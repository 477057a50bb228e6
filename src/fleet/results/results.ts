import type { KeptPlans } from '../../advisor/index.ts';
import { plannedIn, resultText } from './result-text.ts';

/**
 * Where plans are kept under the keys of their jobs, and the jobs that wait to be planned. Methods reject while the
 * store is away or full.
 */
export interface Results {
  /** Null if there is none. */
  result(key: string): Promise<string | null>;
  /** Appears complete or not at all. Another result of the same job is the same plan, so it may be replaced. */
  keepResult(key: string, text: string): Promise<void>;
  /** Returns the keys that have a result. */
  present(keys: readonly string[]): Promise<ReadonlySet<string>>;
  job(key: string): Promise<Uint8Array | null>;
  keepJob(key: string, bytes: Uint8Array): Promise<void>;
  dropJob(key: string): Promise<void>;
  close(): Promise<void>;
}

export function keptPlans(results: Results): KeptPlans {
  return {
    async known(key) {
      const text = await results.result(key);
      return text === null ? null : plannedIn(text, key);
    },
    keep: (key, planned) => results.keepResult(key, resultText(key, planned)),
  };
}
