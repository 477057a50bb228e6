import { TABLE_NAMES } from '../records/records.ts';
import type { Contents, Store } from './store.ts';

/** Where to keep everything: a folder, a server, or nowhere but in memory. */
export async function openStore(place: {
  readonly folder: string | null;
  readonly url: string | null;
}): Promise<Store> {
  if (place.folder !== null) return (await import('./folder-store.ts')).openFolderStore(place.folder);
  if (place.url !== null) return (await import('./server-store.ts')).openServerStore(place.url);
  return memoryStore();
}

/** Nothing outlives the process: the service itself is the memory. */
export function memoryStore(): Store {
  return {
    description: 'memory',
    load: async () => Object.fromEntries(TABLE_NAMES.map((table) => [table, []])) as unknown as Contents,
    write: async () => {},
    close: async () => {},
  };
}
