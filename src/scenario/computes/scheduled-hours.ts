import { planSizes, sizeProblems, suspendProblems } from '../../facts/index.ts';
import type { Problem } from '../../problem/index.ts';
import type { ComputePlan, ScheduledHours } from '../../simulator/index.ts';
import { overlap } from '../../workload/index.ts';
import type { Context } from '../context.ts';
import type { ComputeFile } from '../schema/scenario-schema.ts';
import { sizeOf } from '../schema/size-fields.ts';

/** @param usual the configuration in all other hours */
export function scheduledHours(
  schedule: ComputeFile['schedule'],
  usual: Pick<ComputePlan, 'size' | 'suspendAfterMs'>,
  path: readonly PropertyKey[],
  context: Context,
): ScheduledHours[] {
  const { facts, plan, document, problems } = context;
  return schedule.map((entry, i) => {
    const own = [...path, i];
    const placed = (field: string) => (problem: Problem) => ({
      ...problem,
      place: document.place([...own, ...(field === '' ? [] : [field])]),
    });
    const size = sizeOf(entry, own, context);
    const { suspendAfter } = entry;
    const suspendAfterMs = suspendAfter === 'off' ? null : suspendAfter;
    if (size !== undefined) {
      problems.push(...sizeProblems(facts, plan, size, { min: 'min', max: 'max' }).map(placed('')));
      if (!planSizes(facts, plan).changes)
        problems.push({
          place: document.place(own),
          found: `the ${plan} plan does not change sizes`,
          remedy: 'leave the size out, or use a paid plan',
        });
    }
    const { maxCu } = size ?? usual.size;
    const timeoutMs = suspendAfterMs === undefined ? usual.suspendAfterMs : suspendAfterMs;
    const timeoutPlace = placed(suspendAfter === undefined ? '' : 'suspendAfter');
    problems.push(...suspendProblems(facts, plan, timeoutMs, maxCu, '').map(timeoutPlace));
    const other = schedule.slice(0, i).findIndex(({ hours }) => overlap(hours, entry.hours));
    if (other >= 0)
      problems.push({
        place: document.place([...own, 'hours']),
        found: `these hours overlap those of entry ${other + 1}`,
        remedy: 'give each hour of the week to one entry at most',
      });
    return { hours: entry.hours, size, suspendAfterMs };
  });
}
