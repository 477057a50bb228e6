import { readInstant } from '../csv/values/instant.ts';
import type { WrittenTime } from '../csv/values/written-date.ts';
import { bytesOf } from '../reading/bytes.ts';

const LENGTH = '2026-03-02 09:00:00'.length;

/** The date and time at the start of a text, to the second, read as UTC. NaN if there is none. */
export function isoMs(text: string): number {
  if (text.length < LENGTH) return Number.NaN;
  const written: WrittenTime = { ms: 0, isLocal: false };
  const bytes = bytesOf(text.slice(0, LENGTH));
  return readInstant(bytes, 0, LENGTH, written, null) && written.isLocal ? written.ms : Number.NaN;
}
