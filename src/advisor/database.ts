import type { WrittenConfiguration } from './current.ts';
import type { Subject } from './subject.ts';

/** One of many databases, before its file is read. */
export interface NamedDatabase {
  readonly name: string;
  readonly project: string | null;
  readonly file: string;
  /** Null if the current configuration is unknown. */
  readonly current: WrittenConfiguration | null;
  load(): Promise<Subject>;
}
