import type { Problem, Suggestion } from '../../problem/index.ts';
import type { Document, NamedTrace, Scenario } from '../../scenario/index.ts';
import type { TraceSummary } from '../../trace/index.ts';
import type { NamedDatabase } from '../database.ts';
import type { Subject } from '../subject.ts';

/** A file to diagnose: its kind, and the ways to read it further. */
export type Examined =
  | { readonly kind: 'trace'; readonly name: string; readonly what: string; readonly reading: TraceReading }
  | { readonly kind: 'document'; readonly name: string; readonly reading: DocumentReading }
  | {
      readonly kind: 'other';
      readonly name: string;
      readonly what: string;
      readonly problems: readonly Problem[];
    };

/** A trace with the options to read it: the given ones, and those that problems suggested. */
export interface TraceReading {
  /** Whether the suggested options can be added. */
  canTake(suggestion: Suggestion): boolean;
  /** Adds suggested options. Null if they change nothing. */
  with(suggestion: Suggestion): TraceReading | null;
  /** The suggested options as flags. */
  words(suggestion: Suggestion): string;
  /** Whether the trace is split into databases. */
  readonly isSplit: boolean;
  summary(): Promise<TraceReadings>;
  parts(): Promise<readonly { readonly name: string; open(): NamedTrace }[]>;
  subject(): Promise<Subject>;
  /** The next command. Null if the file has no name to give, such as a pipe. */
  next(question: 'plan' | 'trace awake'): string | null;
}

interface TraceReadings {
  readonly what: string;
  readonly summary: TraceSummary;
  readonly notes: readonly string[];
}

export interface DocumentReading {
  /** Throws a problem if the text is not a document. */
  document(): Promise<Document>;
  /** Reads the scenario and the traces that it names. */
  scenario(): Promise<Scenario>;
  /** Lists the databases of a portfolio. */
  databases(): Promise<readonly ListedDatabase[]>;
  /** The next command. Null if the file has no name to give, such as a pipe. */
  next(question: 'plan' | 'simulate' | 'sizes' | 'explain'): string | null;
  /** The command that reads the file together with a trace. */
  companionCommand(role: 'bill' | 'history'): string;
}

interface ListedDatabase extends NamedDatabase {
  /** The command that plans the database with the suggested options. Null if there is none. */
  planWith(suggestions: readonly Suggestion[]): string | null;
}
