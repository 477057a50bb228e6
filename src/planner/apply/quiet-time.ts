import { DAY_MS, MINUTE_MS } from '../../facts/index.ts';
import type { Minute } from './usage.ts';

/** The part of a week in which a restart would interrupt least. */
export interface QuietTime {
  /** 0 is Sunday. Times are local, after midnight; `untilMs` may be on the next day. */
  readonly weekday: number;
  readonly fromMs: number;
  readonly untilMs: number;
  /** The most connections that were open in it, and the mean vCPU. */
  readonly connections: number;
  readonly vcpu: number;
}

const SLOT_MS = 10 * MINUTE_MS;
const SLOTS = (7 * DAY_MS) / SLOT_MS;
/** An hour, so that there is room to apply a change and to take it back. */
const LEAST_SLOTS = 6;

interface Slot {
  readonly connections: number;
  readonly vcpu: number;
}

/**
 * The known hour of the week with the fewest connections at its busiest, and among equals the least CPU. It
 * is extended while it stays as quiet. Null if no whole hour is known.
 */
export function quietTime(minutes: readonly Minute[]): QuietTime | null {
  const slots = slotsOf(minutes);
  let best: { readonly at: number; readonly slot: Slot } | null = null;
  for (let at = 0; at < SLOTS; at++) {
    const slot = together(slots, at, LEAST_SLOTS);
    if (slot !== null && (best === null || isQuieter(slot, best.slot))) best = { at, slot };
  }
  if (best === null) return null;
  const { at, slot } = best;
  let length = LEAST_SLOTS;
  for (; length < SLOTS_OF_DAY; length++) {
    const next = slots[(at + length) % SLOTS];
    if (next === undefined || next.connections > slot.connections || next.vcpu > slot.vcpu) break;
  }
  const fromMs = at * SLOT_MS;
  return {
    weekday: (FIRST_WEEKDAY + Math.floor(fromMs / DAY_MS)) % 7,
    fromMs: fromMs % DAY_MS,
    untilMs: (fromMs % DAY_MS) + length * SLOT_MS,
    connections: slot.connections,
    vcpu: slot.vcpu,
  };
}

const SLOTS_OF_DAY = DAY_MS / SLOT_MS;
/** The epoch began on a Thursday; weeks here begin on Monday. */
const EPOCH_WEEKDAY = 4;
const FIRST_WEEKDAY = 1;

/** The most connections and the mean vCPU of each slot, over several weeks. */
function slotsOf(minutes: readonly Minute[]): (Slot | undefined)[] {
  const sums: { connections: number; vcpu: number; count: number }[] = [];
  for (const { localMs, connections, vcpu } of minutes) {
    const weekMs = localMs + (EPOCH_WEEKDAY - FIRST_WEEKDAY) * DAY_MS;
    const at = Math.floor((weekMs % (7 * DAY_MS)) / SLOT_MS);
    const sum = sums[at] ?? { connections: 0, vcpu: 0, count: 0 };
    sum.connections = Math.max(sum.connections, connections);
    sum.vcpu += vcpu;
    sum.count++;
    sums[at] = sum;
  }
  return Array.from({ length: SLOTS }, (_, at) => {
    const sum = sums[at];
    return sum === undefined ? undefined : { connections: sum.connections, vcpu: sum.vcpu / sum.count };
  });
}

/** Null if part of it is unknown. */
function together(slots: readonly (Slot | undefined)[], at: number, length: number): Slot | null {
  let connections = 0;
  let vcpu = 0;
  for (let i = 0; i < length; i++) {
    const slot = slots[(at + i) % SLOTS];
    if (slot === undefined) return null;
    connections = Math.max(connections, slot.connections);
    vcpu += slot.vcpu / length;
  }
  return { connections, vcpu };
}

function isQuieter(one: Slot, other: Slot): boolean {
  return (
    one.connections < other.connections || (one.connections === other.connections && one.vcpu < other.vcpu)
  );
}
