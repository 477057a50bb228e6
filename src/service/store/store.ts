import type { Records, TableName } from '../records/records.ts';

/** All records of a store, by table. */
export type Contents = { readonly [Table in TableName]: readonly Records[Table][] };

/** A record as it is now; null if it was deleted. */
export interface RecordWrite {
  readonly table: TableName;
  readonly id: string;
  readonly record: Records[TableName] | null;
}

/** Saves records so that they outlive the process. One process at a time owns a store. */
export interface Store {
  /** For the start-up line, such as `memory` or `PGlite in ./data`. Never with a password. */
  readonly description: string;
  load(): Promise<Contents>;
  /** Writes all changes or none. They survive the end of the process once the promise is resolved. */
  write(changes: readonly RecordWrite[]): Promise<void>;
  close(): Promise<void>;
}
