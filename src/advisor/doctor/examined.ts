import type { Problem, Suggestion } from '../../problem/index.ts';
import type { Document, NamedTrace, Scenario } from '../../scenario/index.ts';
import type { TraceSummary } from '../../trace/index.ts';
import type { Database } from '../database.ts';
import type { Subject } from '../subject.ts';

/** A file to diagnose: its kind, and the ways to look further into it. */
export type Examined =
  | { readonly kind: 'trace'; readonly name: string; readonly what: string; readonly reading: TraceReading }
  | { readonly kind: 'document'; readonly name: string; readonly reading: DocumentReading }
  | {
      readonly kind: 'other';
      readonly name: string;
      readonly what: string;
      readonly problems: readonly Problem[];
    };

/** One way to read a trace: with the options that were given, and with those that problems suggested. */
export interface TraceReading {
  /** Whether what is suggested can be given. */
  canTake(suggestion: Suggestion): boolean;
  /** The same with what is suggested, which can be given; null: that changes nothing. */
  with(suggestion: Suggestion): TraceReading | null;
  /** What is suggested, as one gives it. */
  words(suggestion: Suggestion): string;
  /** The trace is split into databases. */
  readonly isSplit: boolean;
  summary(): Promise<TraceReadings>;
  parts(): Promise<readonly { readonly name: string; open(): NamedTrace }[]>;
  subject(): Promise<Subject>;
  /** The next command; null: the file cannot be named again. */
  next(question: 'plan' | 'trace awake'): string | null;
}

interface TraceReadings {
  readonly what: string;
  readonly summary: TraceSummary;
  readonly notes: readonly string[];
}

export interface DocumentReading {
  /** Throws problems of text that is no document. */
  document(): Promise<Document>;
  /** The scenario with the traces that it names. */
  scenario(): Promise<Scenario>;
  /** The databases of a list. */
  databases(): Promise<readonly ListedDatabase[]>;
  /** The next command; null: the file cannot be named again. */
  next(question: 'plan' | 'simulate' | 'sizes' | 'explain'): string | null;
  /** The command that reads the file beside a trace. */
  beside(role: 'bill' | 'history'): string;
}

interface ListedDatabase extends Database {
  /** The command that plans it as suggested; null: there is none. */
  planWith(suggestions: readonly Suggestion[]): string | null;
}
