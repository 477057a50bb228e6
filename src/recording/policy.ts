import type { RecordSettings } from './settings.ts';

/** All that the next step of a recorder depends on. */
export interface Known {
  /** Questions and looks happen at whole steps from here, so that samples are evenly spaced. */
  readonly startMs: number;
  /** When the last question ended. Null before the first one. */
  readonly askedMs: number | null;
  /** The latest known activity of other sessions. Null if none is known. */
  readonly othersMs: number | null;
  /** The last report of the management API. Null if it is not used. */
  readonly api: ApiReport | null;
  /** When the last question failed, and how many have failed in a row. Null if the last one was answered. */
  readonly failed: { readonly atMs: number; readonly times: number } | null;
}

export interface ApiReport {
  /** When the API was last asked. Null if it was not asked since the last question. */
  readonly lookedMs: number | null;
  readonly isAwake: boolean;
  /** Whether others have been active since the last question, as far as the API knows. */
  readonly othersCame: boolean;
}

/** The next step of a recorder: to ask the database, to look at the API, or to end. */
export type RecordStep =
  | { readonly kind: 'ask'; readonly atMs: number }
  | { readonly kind: 'look'; readonly atMs: number }
  | { readonly kind: 'end' };

/**
 * Decides the next step. A question is activity: it wakes a compute, or delays its suspend by `suspendAfterMs`. So
 * gentle questions stop soon after others become inactive. They resume only when the API reports activity of others, or
 * after `lookAgainMs`.
 */
export function nextStep(settings: RecordSettings, known: Known, nowMs: number): RecordStep {
  const { lookAgainMs } = settings;
  const { askedMs, api, failed } = known;
  if (shouldAsk(settings, known, nowMs)) return { kind: 'ask', atMs: askAtMs(settings, known, nowMs) };
  if (api !== null) {
    if (api.othersCame) return { kind: 'ask', atMs: askAtMs(settings, known, nowMs) };
    // The first look after a question shows the activity of that question itself, which may reach the API a little
    // later.
    const sinceMs = api.lookedMs ?? (failed === null ? askedMs : null);
    const lookMs = sinceMs === null ? nowMs : stepAfterMs(settings, known, sinceMs);
    return { kind: 'look', atMs: Math.max(nowMs, lookMs) };
  }
  const lastMs = Math.max(askedMs ?? nowMs, failed?.atMs ?? 0);
  if (lookAgainMs !== null) return { kind: 'ask', atMs: Math.max(nowMs, lastMs + lookAgainMs) };
  return { kind: 'end' };
}

/** By how much a recording may delay a suspend: the timeout counts from the last question. */
export function longestDelayMs({ latelyMs, everyMs }: RecordSettings): number {
  return latelyMs + everyMs;
}

/** The longest time from the end of a question to the next one, while questions follow each other. */
export function longestBetweenMs({ everyMs }: RecordSettings): number {
  return 1.5 * everyMs;
}

function shouldAsk(settings: RecordSettings, known: Known, nowMs: number): boolean {
  const { askedMs, othersMs, api, failed } = known;
  if (settings.manner === 'always') return true;
  // The first question may wake the compute, unless the API can say first whether it is awake.
  if (askedMs === null && othersMs === null) return api === null && failed === null;
  if (othersMs === null) return false;
  if (failed === null) return nowMs - othersMs <= settings.latelyMs;
  // A reconnect could wake the compute, so it has to be awake, or likely to be.
  if (api !== null) return api.lookedMs !== null && api.isAwake;
  return nowMs - othersMs <= settings.suspendAfterMs;
}

function askAtMs(settings: RecordSettings, known: Known, nowMs: number): number {
  const { askedMs, failed } = known;
  if (failed !== null) return Math.max(nowMs, failed.atMs + backOffMs(failed.times));
  return askedMs === null ? nowMs : Math.max(nowMs, stepAfterMs(settings, known, askedMs));
}

/** The next whole step, at least half a step after `atMs`. */
function stepAfterMs({ everyMs }: RecordSettings, { startMs }: Known, atMs: number): number {
  return startMs + Math.ceil((atMs + everyMs / 2 - startMs) / everyMs) * everyMs;
}

const FIRST_BACK_OFF_MS = 1000;
const LONGEST_BACK_OFF_MS = 60_000;

function backOffMs(times: number): number {
  return Math.min(LONGEST_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** Math.min(times - 1, 16));
}
