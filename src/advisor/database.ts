import type { WrittenConfiguration } from './current.ts';
import type { Subject } from './subject.ts';

/** One of many databases, of which nothing has been read yet. */
export interface Database {
  readonly name: string;
  readonly project: string | null;
  readonly file: string;
  /** null: nobody has said what is set. */
  readonly current: WrittenConfiguration | null;
  load(): Promise<Subject>;
}
