import { TABLE_NAMES } from '../records/records.ts';
import type { Contents, Store } from './store.ts';

/** Nothing outlives the process: the service itself is the memory. */
export function memoryStore(): Store {
  return {
    description: 'memory',
    load: async () => Object.fromEntries(TABLE_NAMES.map((table) => [table, []])) as unknown as Contents,
    write: async () => {},
    close: async () => {},
  };
}
