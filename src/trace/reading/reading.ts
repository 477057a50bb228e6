import type { CapacityStep } from '../bounds/capacity-step.ts';
import type { PresetName } from '../presets/presets.ts';
import type { MetricSeries } from '../series/series.ts';
import type { Gap, TraceStream } from '../trace.ts';

/** Options for a reader. */
export interface ReadSettings {
  /** The name of the file in problems. */
  readonly name: string;
  /**
   * Entries such as `QUANTITY=FIELD[:UNIT]`, as users write them. If it is empty, the reader guesses and notes what.
   */
  readonly map: readonly string[];
  /** The number of processors that a percentage of CPU refers to. */
  readonly vcpus: number | null;
  /** The memory of the machine that was measured, which free memory has to be subtracted from. */
  readonly memoryBytes?: number | null | undefined;
  /** Selects series by their labels, as in `instance="db-1"`. */
  readonly where?: string | undefined;
  /** The time zone of local times in the file. */
  readonly timezone: string;
  /** The meaning of a missing sample. Null if the reader decides and notes its decision. */
  readonly gap: Gap | null;
  /** The monitoring system whose metric names apply. If undefined, the reader finds out. */
  readonly preset?: PresetName | undefined;
  /** Whether an unreadable line is a problem; otherwise it is skipped and counted. */
  readonly strict: boolean;
  /** The `log_line_prefix` of the server that wrote the log. If undefined, the reader guesses it. */
  readonly logPrefix?: string | undefined;
  /** The sizes that were in force. If undefined, only the trace itself may tell them. */
  readonly capacity?: readonly CapacityStep[] | undefined;
  /** In vCPU: samples with this much CPU or less are idle. If undefined, an idle database's own CPU is the limit. */
  readonly idleBelow?: number | undefined;
  /** Reads only the records of this project from what the service exports. */
  readonly project?: string | undefined;
}

/** A trace that is being read, and how it is read. */
export interface Reading {
  readonly stream: TraceStream;
  /** The guesses and assumptions of the reader, one sentence each. */
  readonly notes: readonly string[];
  /** Skipped parts of the file, and how often each was skipped. Complete once the stream has ended. */
  readonly skipped: ReadonlyMap<string, number>;
  /** All amounts of a consumption history. Undefined for other files. */
  readonly metered?: readonly MetricSeries[];
}
