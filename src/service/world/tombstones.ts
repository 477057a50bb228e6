import type { TombstoneRecord } from '../records/records.ts';
import type { WorldState } from './world-state.ts';

type Kind = TombstoneRecord['kind'];

/** Notes a deleted object within its project or branch, so that only callers with access there learn of it. */
export function leaveTombstone(world: WorldState, kind: Kind, within: string, name: string): void {
  world.tables.tombstones.put({ id: idOf(kind, within, name), kind, deletedAtMs: world.nowMs });
}

export function wasDeleted(world: WorldState, kind: Kind, within: string, name: string): boolean {
  return world.tables.tombstones.has(idOf(kind, within, name));
}

function idOf(kind: Kind, within: string, name: string): string {
  return `${kind}/${within}/${name}`;
}
