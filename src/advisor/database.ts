import type { WrittenConfiguration } from './current.ts';
import type { Subject } from './subject.ts';

/** One of many databases, before its file is read. */
export interface NamedDatabase {
  readonly name: string;
  readonly project: string | null;
  readonly file: string;
  /** The tags of the database in its list, by name, such as its team. */
  readonly tags: Readonly<Record<string, string>>;
  /** The argument that names this database alone. Null if none does. */
  readonly member: string | null;
  /** Null if the current configuration is unknown. */
  readonly current: WrittenConfiguration | null;
  load(): Promise<Subject>;
}
