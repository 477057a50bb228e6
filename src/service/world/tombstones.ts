import type { TombstoneRecord } from '../records/records.ts';
import type { WorldState } from './world-state.ts';

type Kind = TombstoneRecord['kind'];

/** What is deleted leaves its name where it was: in its project, or on its branch. Nobody else learns of it. */
export function leaveTombstone(world: WorldState, kind: Kind, within: string, name: string): void {
  world.tables.tombstones.put({ id: idOf(kind, within, name), kind, deletedAtMs: world.nowMs });
}

export function wasDeleted(world: WorldState, kind: Kind, within: string, name: string): boolean {
  return world.tables.tombstones.has(idOf(kind, within, name));
}

function idOf(kind: Kind, within: string, name: string): string {
  return `${kind}/${within}/${name}`;
}
