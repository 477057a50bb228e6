import type { CapacityStep } from '../bounds/capacity-step.ts';
import type { PresetName } from '../presets/presets.ts';
import type { Gap, TraceStream } from '../trace.ts';

/** What a reader has to be told, or has found out by itself. */
export interface ReadSettings {
  /** The name that problems give it. */
  readonly name: string;
  /** `QUANTITY=FIELD[:UNIT]`, as people write it; where there is none the reader guesses, and says what. */
  readonly map: readonly string[];
  /** What a percentage of CPU is a percentage of. */
  readonly vcpus: number | null;
  /** The memory of the machine that was measured; without it, what is free of it says nothing of what is used. */
  readonly memoryBytes?: number | null | undefined;
  /** Which series are meant, by their labels, as `instance="db-1"`. */
  readonly where?: string | undefined;
  /** Where local times of the file are local. */
  readonly timezone: string;
  /** What a missing sample means; null: the reader says what it takes it for. */
  readonly gap: Gap | null;
  /** Whose names of metrics these are; without it the reader looks whose they are. */
  readonly preset?: PresetName | undefined;
  /** A line that cannot be read is a problem, and not one that is passed over and counted. */
  readonly strict: boolean;
  /** What lines of a server's log begin with, as its `log_line_prefix`; without it the reader guesses. */
  readonly logPrefix?: string | undefined;
  /** The sizes that were in force; without it the trace says so, or nobody knows. */
  readonly capacity?: readonly CapacityStep[] | undefined;
  /** Samples with so much CPU or less are idle, in vCPU; without it, those with what a database uses by itself. */
  readonly idleBelow?: number | undefined;
  /** Of what the service has kept, only what is of this project. */
  readonly project?: string | undefined;
}

/** A source that is being read: its trace, and what people should know of how it was read. */
export interface Reading {
  readonly stream: TraceStream;
  /** What was guessed or assumed, a sentence each. */
  readonly notes: readonly string[];
  /** What was passed over, and how often; whole once the stream has ended. */
  readonly skipped: ReadonlyMap<string, number>;
}
