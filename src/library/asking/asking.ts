/**
 * How to ask: what may be read, how to stop, and who wants to know how far it has come.
 *
 * @example
 * ```ts
 * import { type AskOptions, simulate } from 'tidemark';
 *
 * const ask: AskOptions = {
 *   threads: 1,
 *   signal: AbortSignal.timeout(60_000),
 *   files: { 'contract.yaml': 'date: 2026-08\nsource: our contract\ncomputePerCuHour: { scale: 0.2 }' },
 * };
 * const fields = { horizon: '1h', compute: { size: 1 }, demand: [{ kind: 'load', vcpu: 0.3 }] };
 * const { totals } = await simulate(fields, { prices: 'contract.yaml' }, ask);
 * console.log(totals.costPerMonth); // 148.8
 * ```
 */
export interface AskOptions {
  /** If it is aborted, the work soon ends, and the question fails with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called now and then while the question is answered. */
  readonly onProgress?: (progress: QuestionProgress) => void;
  /** How many processors to use. In Node all of them if nothing is said; a browser has no other threads. */
  readonly threads?: number;
  /** Files in memory, by the paths under which options and scenarios name them. They go before those on disk. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
}

/**
 * How far a question has come.
 *
 * @example
 * ```ts
 * import { plan, type QuestionProgress } from 'tidemark';
 *
 * function status({ doing, share, found = '' }: QuestionProgress): string {
 *   return `${doing}: ${Math.round(100 * share)}% ${found}`;
 * }
 *
 * const fields = { horizon: '1h', compute: { size: 1 }, demand: [{ kind: 'load', vcpu: 0.3 }] };
 * const onProgress = (progress: QuestionProgress) => console.log(status(progress));
 * await plan(fields, { only: 'fixed' }, { threads: 1, onProgress });
 * ```
 */
export interface QuestionProgress {
  /** The kind of work, such as `planning`. */
  readonly doing: string;
  /** The part that is done, from 0 to 1. */
  readonly share: number;
  /** The best result so far, in words. */
  readonly found?: string;
}
