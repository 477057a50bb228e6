import { collectCloudWatch, isCloudWatch } from '../cloudwatch/collect-cloudwatch.ts';
import { isConsoleTable, readConsoleTable } from '../cloudwatch/read-console-table.ts';
import { openCsv } from '../csv/open-csv.ts';
import type { Table } from '../csv/table.ts';
import { collectDatadog, isDatadog } from '../datadog/datadog-series.ts';
import { collectExporterTable, isExporterTable } from '../datadog/exporter-table.ts';
import { collectGoogle, isGoogle } from '../google/google-series.ts';
import { collectGoogleTable, isGoogleTable } from '../google/google-table.ts';
import { readJsonLines } from '../json-lines/json-lines.ts';
import { isRecords } from '../json-records/is-records.ts';
import { openRecords, readRecords } from '../json-records/read-records.ts';
import { collectNewRelic, isNewRelic } from '../newrelic/newrelic-series.ts';
import { openParquetTable, readParquet } from '../parquet/read-parquet.ts';
import { isIntervalLog, isTransactionLog } from '../pgbench-log/is-pgbench-log.ts';
import { readIntervals } from '../pgbench-log/read-intervals.ts';
import { readTransactions } from '../pgbench-log/read-transactions.ts';
import { isCsvLog, isLineLog } from '../postgres-log/is-log.ts';
import { readLog } from '../postgres-log/read-log.ts';
import { AURORA, RDS } from '../presets/aws.ts';
import { CLOUD_SQL, NEW_RELIC } from '../presets/exports.ts';
import { PRESETS } from '../presets/presets.ts';
import { collectPrometheus, isPrometheus } from '../prometheus/collect-prometheus.ts';
import { type CollectedSeries, readSeries } from '../series/read-series.ts';
import type { Preset } from '../series/rule.ts';
import { collectLabelled, isLabelledTable } from '../series-table/labelled-table.ts';
import { collectLong, isLongTable } from '../series-table/long-table.ts';
import {
  CONSUMPTION,
  collectConsumption,
  isConsumption,
  readConsumption,
} from '../service-records/collect-consumption.ts';
import { isOperations, readOperations } from '../service-records/read-operations.ts';
import { collectStatements, isStatements, STATEMENTS } from '../statements/collect-statements.ts';
import type { Reading, ReadSettings } from './reading.ts';
import type { ByteSource } from './source.ts';

/** A file format that is recognised by its beginning. A file that matches none of these is a table (CSV). */
export interface TraceFormat {
  /** A description of the format for people. */
  readonly what: string;
  /** Whether a file that begins with this text has the format. */
  is(opening: string): boolean;
  read(source: ByteSource, settings: ReadSettings): Promise<Reading>;
  /** Whether the format has metrics of monitoring systems, to which presets apply. */
  readonly hasMetrics?: boolean;
  /** How to read the labelled series of the format, and the presets that know their names. */
  readonly series?: SeriesForm;
  /** Whether lines begin with the `log_line_prefix` of a server. */
  readonly hasPrefix?: boolean;
  /** Whether the format says which project a record belongs to. */
  readonly hasProjects?: boolean;
  /** Opens the file as a table, for formats that can be one. */
  readonly table?: (source: ByteSource, settings: ReadSettings) => Promise<Table>;
}

interface SeriesForm {
  collect(source: ByteSource, settings: ReadSettings): Promise<CollectedSeries>;
  readonly presets: readonly Preset[];
}

/** The first format that recognises the text. Null if none does. */
export function traceFormat(opening: string): TraceFormat | null {
  return FORMATS.find((format) => format.is(opening)) ?? null;
}

/** The description of a file that has none of the formats. */
export const TABLE_WORDS = 'a table, a column for each quantity';

const ofSeries = (
  what: string,
  is: TraceFormat['is'],
  collect: SeriesForm['collect'],
  presets: readonly Preset[],
): TraceFormat => ({
  what,
  is,
  hasMetrics: true,
  series: { collect, presets },
  read: async (source, settings) => readSeries(await collect(source, settings), presets, settings),
});

const csvTable: TraceFormat['table'] = (source, settings) => openCsv(source.pieces(), settings);

const FORMATS: readonly TraceFormat[] = [
  {
    what: 'Parquet',
    is: (opening) => opening.startsWith('PAR1'),
    read: readParquet,
    table: openParquetTable,
  },
  {
    what: "tidemark's own format, as trace record and trace convert write it",
    is: (opening) => /^\s*\{[^\n]*"schema"\s*:\s*"tidemark\/trace"/.test(opening),
    read: (source, settings) => readJsonLines(source.pieces(), settings),
  },
  {
    what: 'a log of a PostgreSQL server, as csvlog',
    is: isCsvLog,
    read: (source, settings) => readLog(source, settings, true),
  },
  {
    what: 'a log of a PostgreSQL server',
    is: isLineLog,
    read: (source, settings) => readLog(source, settings, false),
    hasPrefix: true,
  },
  { what: 'a log of pgbench, a line for each transaction', is: isTransactionLog, read: readTransactions },
  { what: 'a log of pgbench, a line for each interval', is: isIntervalLog, read: readIntervals },
  ofSeries("Prometheus's answer to a query over a range", isPrometheus, collectPrometheus, PRESETS),
  ofSeries('metrics of CloudWatch, as JSON', isCloudWatch, collectCloudWatch, [RDS, AURORA]),
  ofSeries('metrics of Google Cloud Monitoring, as JSON', isGoogle, collectGoogle, [CLOUD_SQL]),
  ofSeries('results of a NRQL query of New Relic, as JSON', isNewRelic, collectNewRelic, [NEW_RELIC, RDS]),
  ofSeries("Datadog's answer to a query, as JSON", isDatadog, collectDatadog, PRESETS),
  {
    ...ofSeries('consumption history of the service', isConsumption, collectConsumption, [CONSUMPTION]),
    read: readConsumption,
    hasProjects: true,
  },
  { what: 'operations of the service', is: isOperations, read: readOperations, hasProjects: true },
  ofSeries('snapshots of pg_stat_statements, a row for each statement', isStatements, collectStatements, [
    STATEMENTS,
  ]),
  {
    what: 'a table that the console of CloudWatch has exported',
    is: isConsoleTable,
    read: readConsoleTable,
    hasMetrics: true,
  },
  ofSeries("a table of Datadog's CSV exporter", isExporterTable, collectExporterTable, PRESETS),
  ofSeries(
    'a chart that Metrics Explorer of Google Cloud has exported',
    isGoogleTable,
    collectGoogleTable,
    PRESETS,
  ),
  {
    ...ofSeries(
      'a table with a column for each series, with labels in its head, as Grafana and Datadog export',
      isLabelledTable,
      collectLabelled,
      PRESETS,
    ),
    table: csvTable,
  },
  {
    ...ofSeries(
      'a long table, a row for each value of each series, as Grafana and Datadog export',
      isLongTable,
      collectLong,
      PRESETS,
    ),
    table: csvTable,
  },
  {
    what: 'records as JSON, one for each time: a list, or one in each line',
    is: isRecords,
    read: readRecords,
    table: openRecords,
  },
];
