import { joinedChunks } from '../collect.ts';
import { CpuDemand, type CpuSettings } from '../demand/cpu-demand.ts';
import { traceIdleBelow } from '../idle/idle-below.ts';
import { evenly } from '../operators/evenly.ts';
import { appliedInMemory } from '../operators/in-memory.ts';
import { spanOf } from '../span.ts';
import type { Trace } from '../trace.ts';
import { type Beat, beatOf } from './beat.ts';
import { type Floor, floorOf } from './floor.ts';
import { type Pollers, pollersOf } from './pollers.ts';
import type { Used } from './quiet.ts';
import { isConnected, type Unconnected, unconnectedOf } from './unconnected.ts';
import { withoutQueries } from './without-queries.ts';

/** Activity that goes on all the time and most likely serves nobody's request. */
export type Background =
  | ((Floor | Beat) & {
      /** Whether clients are connected meanwhile. Null if the trace does not tell. */
      readonly isConnected: boolean | null;
    })
  | Unconnected
  | Pollers;

export interface FoundBackground {
  readonly background: Background;
  without(trace: Trace): Trace;
}

/** Finds background activity: clients known by their queries, or else a pattern of CPU. Null if there is none. */
export async function backgroundOf(trace: Trace, settings: CpuSettings): Promise<FoundBackground | null> {
  const named = await pollersOf(trace);
  if (named !== null)
    return { background: named.found, without: (whole) => withoutQueries(whole, named.isOf) };
  const background = backgroundCpuOf(trace, settings);
  if (background === null) return null;
  return { background, without: (whole) => traceIdleBelow(whole, background.idleBelow) };
}

function backgroundCpuOf(trace: Trace, settings: CpuSettings): Exclude<Background, Pollers> | null {
  const span = spanOf(trace);
  const { head, chunks } = appliedInMemory({ ...trace, events: [] }, evenly(span));
  // A long gap is one sample here, because it is no evidence of constant activity.
  const even = joinedChunks(head, chunks);
  const cpu = new CpuDemand(even.head, even.head.stepMs ?? span.usualMs, settings);
  // This CPU follows from a given CPU per query, not from the trace.
  if (cpu.isOfQueries) return null;
  const used: Used = { times: even.times, vcpu: cpu.used(even) };
  const found = floorOf(used) ?? beatOf(used);
  if (found === null) return unconnectedOf(even, used);
  return { ...found, isConnected: isConnected(even, used, found.idleBelow) };
}
