import { TABLE_NAMES } from '../records/records.ts';
import type { Contents, Store } from './store.ts';

/** Opens the store in a folder or in a server, or else one in memory. */
export async function openStore(place: {
  readonly folder: string | null;
  readonly url: string | null;
}): Promise<Store> {
  if (place.folder !== null) return (await import('./folder-store.ts')).openFolderStore(place.folder);
  if (place.url !== null) return (await import('./server-store.ts')).openServerStore(place.url);
  return memoryStore();
}

/** A store that saves nothing. The service keeps all records in memory anyway. */
export function memoryStore(): Store {
  return {
    description: 'memory',
    load: async () => Object.fromEntries(TABLE_NAMES.map((table) => [table, []])) as unknown as Contents,
    write: async () => {},
    close: async () => {},
  };
}
