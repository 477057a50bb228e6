import { defaultRange, planSizes, sizeProblems, suspendProblems } from '../../facts/index.ts';
import type { Problem } from '../../problem/index.ts';
import type { PlannedChange } from '../../simulator/index.ts';
import type { Context } from '../context.ts';
import type { ComputeFile } from '../schema/scenario-schema.ts';
import { sizeOf } from '../schema/size-fields.ts';

export function plannedChange(
  change: ComputeFile['changes'][number],
  path: readonly PropertyKey[],
  context: Context,
): PlannedChange {
  const { zone, startMs, facts, plan, document, problems, file } = context;
  const atMs = 'afterMs' in change.at ? change.at.afterMs : zone.utcMs(change.at.localMs) - startMs;
  if (atMs < 0 || atMs >= file.horizon) {
    problems.push({
      place: document.place([...path, 'at']),
      found: 'this is outside the horizon',
      remedy: 'use a time from the start of the scenario up to its end',
    });
  }
  if (change.do !== undefined) return { atMs, change: { kind: 'command', command: change.do } };
  if (change.branch !== undefined) return { atMs, change: { kind: 'branch', branch: change.branch } };
  if (change.suspendAfter !== undefined) {
    const suspendAfterMs = change.suspendAfter === 'off' ? null : change.suspendAfter;
    const field = document.place([...path, 'suspendAfter']);
    problems.push(
      ...suspendProblems(facts, plan, suspendAfterMs, 0, '').map((problem) => ({ ...problem, place: field })),
    );
    return { atMs, change: { kind: 'suspendAfter', suspendAfterMs } };
  }
  if (!planSizes(facts, plan).changes) {
    problems.push({
      place: document.place(path),
      found: `the ${plan} plan does not change sizes`,
      remedy: 'leave the change out, or use a paid plan',
    });
  }
  const size = sizeOf(change, path, context) ?? defaultRange(facts);
  const place = (problem: Problem): Problem => ({ ...problem, place: document.place(path) });
  problems.push(...sizeProblems(facts, plan, size, { min: 'min', max: 'max' }).map(place));
  return { atMs, change: { kind: 'size', size } };
}
