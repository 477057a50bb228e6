import type { Alarm } from './alarms.ts';

/** An alarm that knows for when it is set, so that it can be put away with what it belongs to. */
export class TimedAlarm {
  /** Infinity: it is not set. */
  atMs = Number.POSITIVE_INFINITY;
  private readonly alarm: Alarm;

  constructor(alarm: Alarm) {
    this.alarm = alarm;
  }

  get saved(): number | null {
    return this.atMs === Number.POSITIVE_INFINITY ? null : this.atMs;
  }

  resume(saved: number | null): void {
    if (saved !== null) this.set(saved);
  }

  set(atMs: number): void {
    this.atMs = atMs;
    this.alarm.set(atMs);
  }

  /** It has gone off, and is not set any more. */
  rang(): void {
    this.atMs = Number.POSITIVE_INFINITY;
  }

  release(): void {
    this.alarm.release();
  }
}
