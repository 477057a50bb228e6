import { columnOf, MAXIMUM_FIRST } from '../columns.ts';
import { IDLE_VCPU } from '../idle/idle.ts';
import { connectionsThroughout } from '../idle/idle-below.ts';
import type { Trace } from '../trace.ts';
import type { Used } from './quiet.ts';

/** CPU that is used while no client is connected. */
export interface Unconnected {
  readonly kind: 'unconnected';
  /** The mean of these samples. */
  readonly vcpu: number;
  /** The value of `--idle-below` that removes it: samples without a connection then count as idle with any CPU. */
  readonly idleBelow: number;
}

/** Null if the trace does not tell when no client is connected, or if nothing is used then. */
export function unconnectedOf({ head, values }: Trace, { vcpu }: Used): Unconnected | null {
  const column = connectionsThroughout(head);
  const connections = column === null ? undefined : values[head.columns.indexOf(column)];
  const used = [...vcpu].filter((value, i) => value > 0 && connections?.[i] === 0);
  if (used.length === 0) return null;
  const mean = used.reduce((sum, value) => sum + value, 0) / used.length;
  return { kind: 'unconnected', vcpu: mean, idleBelow: IDLE_VCPU };
}

/** Whether clients are connected in most samples with little CPU. Null if the trace does not tell. */
export function isConnected({ head, values }: Trace, { vcpu }: Used, mostVcpu: number): boolean | null {
  const column = columnOf(head, 'connections', MAXIMUM_FIRST);
  const connections = column === null ? undefined : values[head.columns.indexOf(column)];
  if (connections === undefined) return null;
  const counts = connections.filter((count, i) => {
    const used = vcpu[i] as number;
    return used > 0 && used <= mostVcpu && !Number.isNaN(count);
  });
  return counts.length === 0 ? null : counts.filter((count) => count > 0).length * 2 > counts.length;
}
