import { MINUTE_MS } from '../../facts/index.ts';
import { LocalTime } from '../csv/values/local-time.ts';
import { isoMs } from './iso-time.ts';

/** The times of a server's log: `2026-03-02 09:00:00.123 CET`, with or without milliseconds, or seconds since 1970. */
export class LogTime {
  /** Abbreviations of zones that say not enough, of which times were taken as local ones. */
  readonly unknown = new Set<string>();
  readonly #local: LocalTime;
  #second = '';
  #zone = '';
  #secondMs = Number.NaN;

  constructor(timezone: string) {
    this.#local = new LocalTime(timezone);
  }

  /** NaN: it is no time. @param afterMs how far the log has come, which tells local times apart that were there twice */
  read(text: string, afterMs: number): number {
    const point = text.charCodeAt(SECONDS_LENGTH) === POINT;
    const zoneAt = point ? SECONDS_LENGTH + 5 : SECONDS_LENGTH + 1;
    const ms = point ? Number(text.slice(SECONDS_LENGTH + 1, SECONDS_LENGTH + 4)) : 0;
    // Most entries are of the same second as the one before.
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

/** `+03`, `-0330`, `+05:45` */
function numericOffset(zone: string): number | null {
  const [, sign, hours, minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  if (hours === undefined) return null;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** Those that mean one thing all over the world. CST, CDT and IST do not, and others are of few places. */
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
