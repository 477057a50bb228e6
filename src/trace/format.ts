import { isCloudWatch, readCloudWatch } from './cloudwatch/read-cloudwatch.ts';
import { isConsoleTable, readConsoleTable } from './cloudwatch/read-console-table.ts';
import type { Table } from './csv/table.ts';
import { readJsonLines } from './json-lines.ts';
import { openParquetTable, readParquet } from './parquet/read-parquet.ts';
import { isIntervalLog, isTransactionLog } from './pgbench-log/is-pgbench-log.ts';
import { readIntervals } from './pgbench-log/read-intervals.ts';
import { readTransactions } from './pgbench-log/read-transactions.ts';
import { isCsvLog, isLineLog } from './postgres-log/is-log.ts';
import { readLog } from './postgres-log/read-log.ts';
import { isPrometheus, readPrometheus } from './prometheus/read-prometheus.ts';
import type { Reading, ReadSettings } from './reading.ts';
import { isConsumption, readConsumption } from './service-records/read-consumption.ts';
import { isOperations, readOperations } from './service-records/read-operations.ts';
import type { Source } from './source.ts';

/** A form that a trace comes in and that its beginning tells; a table (CSV) is whatever has none of these. */
export interface Format {
  /** Whether a file is of this form, by the text that it begins with. */
  is(opening: string): boolean;
  read(source: Source, settings: ReadSettings): Promise<Reading>;
  /** Whether it has metrics of systems, whose names presets know. */
  readonly hasMetrics?: boolean;
  /** Whether what its lines begin with is up to the settings of a server. */
  readonly hasPrefix?: boolean;
  /** Whether it says which project it is of. */
  readonly hasProjects?: boolean;
  /** The same as a table, where it can be one. */
  readonly table?: (source: Source, settings: ReadSettings) => Promise<Table>;
}

/** The first form that knows its own; null: none of them does. */
export function formatOf(opening: string): Format | null {
  return FORMATS.find((format) => format.is(opening)) ?? null;
}

const FORMATS: readonly Format[] = [
  { is: (opening) => opening.startsWith('PAR1'), read: readParquet, table: openParquetTable },
  {
    is: (opening) => /^\s*\{[^\n]*"schema"\s*:\s*"tidemark\/trace"/.test(opening),
    read: (source, settings) => readJsonLines(source.pieces(), settings),
  },
  { is: isCsvLog, read: (source, settings) => readLog(source, settings, true) },
  { is: isLineLog, read: (source, settings) => readLog(source, settings, false), hasPrefix: true },
  { is: isTransactionLog, read: readTransactions },
  { is: isIntervalLog, read: readIntervals },
  { is: isPrometheus, read: readPrometheus, hasMetrics: true },
  { is: isCloudWatch, read: readCloudWatch, hasMetrics: true },
  { is: isConsumption, read: readConsumption, hasProjects: true },
  { is: isOperations, read: readOperations, hasProjects: true },
  { is: isConsoleTable, read: readConsoleTable, hasMetrics: true },
];
