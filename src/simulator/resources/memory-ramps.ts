import { SECOND_MS } from '../../facts/index.ts';
import type { Agenda, Slot } from '../agenda/agenda.ts';

interface Ramp {
  readonly visit: number;
  readonly use: number;
  readonly bytes: number;
  left: number;
  nextMs: number;
}

/** Queries that take their memory bit by bit, a part each second. */
export class MemoryRamps {
  private ramps: Ramp[] = [];
  private readonly agenda: Agenda;
  private readonly slot: Slot;

  constructor(agenda: Agenda, slot: Slot) {
    this.agenda = agenda;
    this.slot = slot;
  }

  begin(visit: number, use: number, bytes: number, parts: number, nowMs: number): void {
    this.ramps.push({ visit, use, bytes, left: parts, nextMs: nowMs + SECOND_MS });
    this.arm();
  }

  /** Gives out the parts that are due; a ramp whose query is over ends. */
  due(nowMs: number, take: (visit: number, use: number, bytes: number) => boolean): void {
    for (const ramp of [...this.ramps]) {
      if (ramp.nextMs > nowMs || !this.ramps.includes(ramp)) continue;
      ramp.left--;
      ramp.nextMs += SECOND_MS;
      if (!take(ramp.visit, ramp.use, ramp.bytes) || ramp.left === 0) {
        this.ramps = this.ramps.filter((other) => other !== ramp);
      }
    }
    this.arm();
  }

  clear(): void {
    this.ramps = [];
    this.agenda.clear(this.slot);
  }

  private arm(): void {
    this.agenda.set(this.slot, Math.min(Number.POSITIVE_INFINITY, ...this.ramps.map(({ nextMs }) => nextMs)));
  }
}
