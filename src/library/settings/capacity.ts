import { problem } from '../../problem/index.ts';
import type { CapacityStep } from '../../trace/index.ts';
import { instantIn } from './instant.ts';

const FIELD = '‹capacity›';
const SIZE = /^(?:(\d+(?:\.\d+)?)-)?(\d+(?:\.\d+)?)$/;

/** Parses `2`, or `2026-03-01=1,2026-03-10=0.25-2`. */
export function capacityOf(text: string, timezone: string): CapacityStep[] {
  const steps = text.split(',').map((part): CapacityStep => {
    const at = part.indexOf('=');
    const [, least, most] = SIZE.exec(part.slice(at + 1).trim()) ?? [];
    const cu = Number(most);
    if (!(cu > 0)) throw wrong(text);
    return {
      fromMs: at === -1 ? Number.NEGATIVE_INFINITY : instantIn(FIELD, part.slice(0, at).trim(), timezone),
      cu,
      ...(least === undefined ? {} : { minCu: Number(least) }),
    };
  });
  if (steps.some(({ fromMs }, i) => i > 0 && fromMs <= (steps[i - 1] as CapacityStep).fromMs))
    throw problem(
      { field: FIELD },
      'the times are not in order',
      'write them from the earliest to the latest',
    );
  return steps;
}

function wrong(text: string) {
  return problem(
    { field: FIELD },
    `found "${text}"`,
    'write a size such as 2 or 0.25-2, or sizes with their times such as 2026-03-01=1,2026-03-10=0.25-2',
  );
}
