import { MINUTE_MS } from '../../facts/index.ts';
import { LocalTime } from '../csv/values/local-time.ts';
import { isoMs } from './iso-time.ts';

/**
 * Reads times of a server's log: `2026-03-02 09:00:00.123 CET`, with or without milliseconds, or seconds since 1970.
 */
export class LogTime {
  /** Ambiguous abbreviations of time zones, whose times were read as local ones. */
  readonly unknown = new Set<string>();
  readonly #local: LocalTime;
  #second = '';
  #zone = '';
  #secondMs = Number.NaN;

  constructor(timezone: string) {
    this.#local = new LocalTime(timezone);
  }

  /** NaN if it is no time. @param afterMs how far the log has come, which resolves local times that occur twice */
  read(text: string, afterMs: number): number {
    const point = text.charCodeAt(SECONDS_LENGTH) === POINT;
    const zoneAt = point ? SECONDS_LENGTH + 5 : SECONDS_LENGTH + 1;
    const ms = point ? Number(text.slice(SECONDS_LENGTH + 1, SECONDS_LENGTH + 4)) : 0;
    // Consecutive entries usually have the same second, so the last result is kept.
    if (
      text.startsWith(this.#second) &&
      text.length === zoneAt + this.#zone.length &&
      text.endsWith(this.#zone)
    )
      return this.#secondMs + ms;
    const localMs = isoMs(text);
    const zone = text.slice(zoneAt);
    if (Number.isNaN(localMs) || Number.isNaN(ms) || zone === '') return epochMs(text);
    this.#secondMs = this.#utcMs(localMs, zone, afterMs);
    this.#second = text.slice(0, SECONDS_LENGTH);
    this.#zone = zone;
    return this.#secondMs + ms;
  }

  #utcMs(localMs: number, zone: string, afterMs: number): number {
    const minutes = OFFSET_MINUTES[zone] ?? numericOffset(zone);
    if (minutes !== null) return localMs - minutes * MINUTE_MS;
    this.unknown.add(zone);
    return this.#local.utcMs(localMs, afterMs);
  }
}

const SECONDS_LENGTH = '2026-03-02 09:00:00'.length;
const POINT = 46;

function epochMs(text: string): number {
  return /^\d{9,10}\.\d{3}$/.test(text) ? Math.round(Number(text) * 1000) : Number.NaN;
}

/** For example `+03`, `-0330` or `+05:45`. */
function numericOffset(zone: string): number | null {
  const [, sign, hours, minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  if (hours === undefined) return null;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** Abbreviations with one meaning worldwide. CST, CDT and IST have several, and rare ones are left out. */
const OFFSET_MINUTES: Readonly<Record<string, number>> = {
  UTC: 0,
  GMT: 0,
  WET: 0,
  WEST: 60,
  BST: 60,
  CET: 60,
  CEST: 120,
  EET: 120,
  EEST: 180,
  MSK: 180,
  SAST: 120,
  EST: -300,
  EDT: -240,
  MST: -420,
  MDT: -360,
  PST: -480,
  PDT: -420,
  AKST: -540,
  AKDT: -480,
  HST: -600,
  PKT: 300,
  WIB: 420,
  HKT: 480,
  AWST: 480,
  JST: 540,
  KST: 540,
  ACST: 570,
  ACDT: 630,
  AEST: 600,
  AEDT: 660,
  NZST: 720,
  NZDT: 780,
};
