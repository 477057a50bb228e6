import { problem } from '../../problem/index.ts';
import { createZone } from '../../workload/index.ts';

const TIME = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?))?(Z|[+-]\d{2}:\d{2})?$/;

/** Parses a time with an offset, or a local time. */
export function instantIn(field: string, text: string, timezone: string): number {
  const [, date, time = '00:00', offset] = TIME.exec(text) ?? [];
  const ms = Date.parse(`${date}T${time}${offset ?? 'Z'}`);
  if (Number.isNaN(ms)) {
    throw problem(
      { field },
      `found "${text}"`,
      'write a time such as 2026-03-02, 2026-03-02T09:00 or 2026-03-02T09:00Z',
    );
  }
  return offset === undefined ? createZone(timezone).utcMs(ms) : ms;
}
