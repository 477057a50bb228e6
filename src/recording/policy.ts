import type { RecordSettings } from './settings.ts';

/** What a recorder knows when it has to say what comes next. */
export interface Known {
  /** Questions and looks fall on whole steps from here, so that samples are even. */
  readonly startMs: number;
  /** When its own last question ended; null: it has asked nothing yet. */
  readonly askedMs: number | null;
  /** The latest instant at which others are known to have been active; null: none is known. */
  readonly othersMs: number | null;
  /** What the management API has told; null where nobody asks it. */
  readonly told: Told | null;
  /** When the last question failed, and how many have since one was answered; null: the last one was answered. */
  readonly failed: { readonly atMs: number; readonly times: number } | null;
}

export interface Told {
  /** When it was last looked at; null: not since the last question. */
  readonly lookedMs: number | null;
  readonly isAwake: boolean;
  /** Others have been active since the last question, as far as the API knows. */
  readonly othersCame: boolean;
}

/** What a recorder does next: ask the database, look at the API, or nothing any more. */
export type Step =
  | { readonly kind: 'ask'; readonly atMs: number }
  | { readonly kind: 'look'; readonly atMs: number }
  | { readonly kind: 'end' };

/**
 * The manner of a recorder. A question is activity, so the compute sleeps no sooner than `suspendAfterMs` after the last
 * one; and a question to one that sleeps wakes it. So gentle questions end soon after the activity of others, and come
 * back only when the API has told that others did, or at a time that was asked for.
 */
export function nextStep(settings: RecordSettings, known: Known, nowMs: number): Step {
  const { lookAgainMs } = settings;
  const { askedMs, told, failed } = known;
  if (wantsAnswers(settings, known, nowMs)) return { kind: 'ask', atMs: askAtMs(settings, known, nowMs) };
  if (told !== null) {
    if (told.othersCame) return { kind: 'ask', atMs: askAtMs(settings, known, nowMs) };
    // The first look after a question tells what the API makes of that question, which it may hear of a little later.
    const sinceMs = told.lookedMs ?? (failed === null ? askedMs : null);
    const lookMs = sinceMs === null ? nowMs : stepAfterMs(settings, known, sinceMs);
    return { kind: 'look', atMs: Math.max(nowMs, lookMs) };
  }
  const lastMs = Math.max(askedMs ?? nowMs, failed?.atMs ?? 0);
  if (lookAgainMs !== null) return { kind: 'ask', atMs: Math.max(nowMs, lastMs + lookAgainMs) };
  return { kind: 'end' };
}

/** How much longer a compute may stay awake for its last pause: its timeout counts from the last question. */
export function longestDelayMs({ latelyMs, everyMs }: RecordSettings): number {
  return latelyMs + everyMs;
}

function wantsAnswers(settings: RecordSettings, known: Known, nowMs: number): boolean {
  const { askedMs, othersMs, told, failed } = known;
  if (settings.manner === 'always') return true;
  // The first question may wake it, but not where the API can be asked before.
  if (askedMs === null && othersMs === null) return told === null && failed === null;
  if (othersMs === null) return false;
  if (failed === null) return nowMs - othersMs <= settings.latelyMs;
  // A connect after a failure could wake it: not where it is known to be awake, and hardly while others kept it so.
  if (told !== null) return told.lookedMs !== null && told.isAwake;
  return nowMs - othersMs <= settings.suspendAfterMs;
}

function askAtMs(settings: RecordSettings, known: Known, nowMs: number): number {
  const { askedMs, failed } = known;
  if (failed !== null) return Math.max(nowMs, failed.atMs + backOffMs(failed.times));
  return askedMs === null ? nowMs : Math.max(nowMs, stepAfterMs(settings, known, askedMs));
}

/** The next whole step that is not the one that has just been. */
function stepAfterMs({ everyMs }: RecordSettings, { startMs }: Known, atMs: number): number {
  return startMs + Math.ceil((atMs + everyMs / 2 - startMs) / everyMs) * everyMs;
}

const FIRST_BACK_OFF_MS = 1000;
const LONGEST_BACK_OFF_MS = 60_000;

function backOffMs(times: number): number {
  return Math.min(LONGEST_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** Math.min(times - 1, 16));
}
