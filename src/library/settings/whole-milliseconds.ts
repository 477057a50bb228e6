import { problem } from '../../problem/index.ts';
import { parseDuration } from '../../scenario/index.ts';

/** Parses a duration of whole milliseconds. */
export function wholeMillisecondsOf(field: string, text: string): number {
  const ms = parseDuration(text);
  if (ms !== null && ms >= 1 && Number.isInteger(ms)) return ms;
  throw problem({ field }, `found "${text}"`, 'write whole milliseconds or more with their unit, such as 5m');
}
