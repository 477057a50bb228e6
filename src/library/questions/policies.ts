import { policies, timeoutOf } from '../../advisor/index.ts';
import { MINUTE_MS } from '../../facts/index.ts';
import { PAUSE_MS } from '../../planner/index.ts';
import { problem } from '../../problem/index.ts';
import { loadScenario } from '../intake/load.ts';
import type { ByOptions, QuestionOptions, SizeOptions, TraceOptions } from '../settings/options.ts';
import type { Host } from './host.ts';

/**
 * The options of `policies`.
 *
 * @example
 * ```ts
 * import { type PoliciesOptions, policies } from 'tidemark';
 *
 * const job = { kind: 'cron', at: '0,15,30,45 * * * *', query: { cpu: '1s' } };
 * const fields = { horizon: '1d', compute: { size: 1 }, demand: [job] };
 * const options: PoliciesOptions = { timeouts: '2m,20m', size: 0.25 };
 * const answer = await policies(fields, options);
 * const fixed = answer.policies.filter(({ kind }) => kind === 'fixed timeout');
 * // 10 minutes are always compared, too.
 * console.log(fixed.map(({ coldStarts }) => coldStarts)); // [ 95, 95, 0 ]
 * ```
 */
export interface PoliciesOptions extends SizeOptions, QuestionOptions, TraceOptions, ByOptions {
  /** Fixed timeouts to compare, such as `1m,1h`. */
  readonly timeouts?: string;
}

export async function policiesForFile(file: string, options: PoliciesOptions, { reader, asked }: Host) {
  const timeoutsMs = options.timeouts?.split(',').map((one) => timeoutToCompare(one.trim())) ?? null;
  const scenario = await loadScenario(file, options, reader);
  return asked((asking) => policies(scenario, timeoutsMs, asking));
}

/** Does not take `off`, which is always compared. */
function timeoutToCompare(text: string): number {
  const ms = timeoutOf(text, '‹timeouts›');
  if (ms !== null && ms >= PAUSE_MS) return ms;
  throw problem(
    { field: '‹timeouts›' },
    `found "${text}"`,
    `write ${PAUSE_MS / MINUTE_MS}m or more; never asleep is always compared`,
  );
}
