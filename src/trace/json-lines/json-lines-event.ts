import {
  TRACE_EVENT_KINDS,
  TRACE_EVENT_WORDS,
  type TraceEvent,
  type TraceEventKind,
} from '../trace-event.ts';

/** For example `{"at":1774794600000,"event":"connect","session":"17","user":"shop"}`. */
export function eventLine({ atMs, kind, ...rest }: TraceEvent): string {
  return `${JSON.stringify({ at: atMs, event: kind, ...rest })}\n`;
}

/** Converts a parsed line to an event. Returns a description of the mistake if it is invalid. */
export function eventOf(value: object): TraceEvent | string {
  const { at, event, durationMs, ...words } = value as Readonly<Record<string, unknown>>;
  if (!Number.isSafeInteger(at)) return 'the event has no time "at" in whole milliseconds';
  if (!KINDS.has(event)) return `the event is none of ${TRACE_EVENT_KINDS.join(', ')}`;
  if (durationMs !== undefined && !(typeof durationMs === 'number' && durationMs >= 0))
    return 'the "durationMs" of the event is no number from 0 on';
  for (const [name, word] of Object.entries(words)) {
    if (!WORDS.has(name)) return `the event has a field "${name}" that is not known`;
    if (typeof word !== 'string') return `the "${name}" of the event is no text`;
  }
  return {
    atMs: at as number,
    kind: event as TraceEventKind,
    ...(durationMs === undefined ? {} : { durationMs }),
    ...words,
  };
}

const KINDS: ReadonlySet<unknown> = new Set(TRACE_EVENT_KINDS);
const WORDS: ReadonlySet<string> = new Set(TRACE_EVENT_WORDS);
