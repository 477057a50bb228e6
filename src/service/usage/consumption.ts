import { HOUR_MS } from '../../facts/index.ts';
import type { RecordTable } from '../records/record-table.ts';

/** Metered time, in whole quarter-CU-milliseconds, so that sums of parts are exact. */
export interface MeteredTime {
  readonly activeMs: number;
  readonly quarterCuMs: number;
}

export const NOTHING_METERED: MeteredTime = { activeMs: 0, quarterCuMs: 0 };

/** Adds a stretch of time at one size to the hours of UTC that it lies in. */
export function bookStretch(
  table: RecordTable<'consumption'>,
  of: { readonly projectId: string; readonly branchId: string },
  fromMs: number,
  toMs: number,
  quarterCu: number,
): void {
  if (quarterCu === 0) return;
  for (const { hourMs, ms } of hoursOf(fromMs, toMs)) {
    const id = `${of.branchId}/${hourMs}`;
    const { activeMs, quarterCuMs } = table.get(id) ?? NOTHING_METERED;
    table.put({
      id,
      projectId: of.projectId,
      branchId: of.branchId,
      hourMs,
      activeMs: activeMs + ms,
      quarterCuMs: quarterCuMs + quarterCu * ms,
    });
  }
}

export function hoursOf(fromMs: number, toMs: number): { readonly hourMs: number; readonly ms: number }[] {
  const hours = [];
  for (let atMs = fromMs; atMs < toMs; ) {
    const hourMs = Math.floor(atMs / HOUR_MS) * HOUR_MS;
    const endMs = Math.min(toMs, hourMs + HOUR_MS);
    hours.push({ hourMs, ms: endMs - atMs });
    atMs = endMs;
  }
  return hours;
}

export function sumOf(rows: Iterable<MeteredTime>): MeteredTime {
  let activeMs = 0;
  let quarterCuMs = 0;
  for (const row of rows) {
    activeMs += row.activeMs;
    quarterCuMs += row.quarterCuMs;
  }
  return { activeMs, quarterCuMs };
}

/** The start of the calendar month of UTC at a time. */
export function monthStartMs(atMs: number): number {
  const date = new Date(atMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}
