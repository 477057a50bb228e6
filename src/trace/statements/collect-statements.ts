import { SECOND_MS } from '../../facts/index.ts';
import { problem } from '../../problem/index.ts';
import { openCsv } from '../csv/open-csv.ts';
import type { Row } from '../csv/row.ts';
import { UNTIMED } from '../csv/row-times.ts';
import { LocalTime } from '../csv/values/local-time.ts';
import { Faults } from '../reading/faults.ts';
import type { ReadSettings } from '../reading/reading.ts';
import type { ByteSource } from '../reading/source.ts';
import type { CollectedSeries } from '../series/read-series.ts';
import type { Preset, Rule } from '../series/rule.ts';
import type { MetricSeries } from '../series/series.ts';
import { headerOf } from '../series-table/header-line.ts';
import { areStatements, statementColumns } from './statement-columns.ts';
import { StatementCounters } from './statement-counters.ts';

/**
 * Reads repeated snapshots of pg_stat_statements, a row for each statement, and returns the increases between them.
 */
export async function collectStatements(
  source: ByteSource,
  settings: ReadSettings,
): Promise<CollectedSeries> {
  const table = await openCsv(source.pieces(), settings);
  const columns = statementColumns(table.sheet, settings.name);
  const { keys, calls, execMs, cpuSeconds, temporaryBlocks } = columns;
  const read = [columns.time, ...keys, calls, execMs, temporaryBlocks, ...cpuSeconds].filter(
    (at) => at !== -1,
  );
  const slotOf = (column: number) => read.indexOf(column);
  const faults = new Faults(settings.name, settings.strict);
  const counters = new StatementCounters();
  const local = new LocalTime(settings.timezone);
  const written = { ms: 0, isLocal: false };
  const numberAt = (row: Row, column: number) => {
    const value = column === -1 ? 0 : row.number(slotOf(column));
    return value >= 0 ? value : 0;
  };
  const take = (row: Row, line: () => number) => {
    if (!row.time(written)) {
      // Another header belongs to the next snapshot.
      if (row.text(slotOf(calls))?.trim().toLowerCase() !== 'calls') faults.count(UNTIMED, line, null);
      return;
    }
    const ms = written.isLocal ? local.utcMs(written.ms, counters.lastMs) : written.ms;
    if (Number.isNaN(ms) || ms < counters.lastMs) {
      faults.count('rows that go back in time', line, null);
      return;
    }
    counters.take(ms, keys.map((column) => row.text(slotOf(column)) ?? '').join('\u0000'), {
      calls: numberAt(row, calls),
      execMs: numberAt(row, execMs),
      cpuMs: SECOND_MS * cpuSeconds.reduce((sum, column) => sum + numberAt(row, column), 0),
      temporaryBlocks: numberAt(row, temporaryBlocks),
    });
  };
  const { first, rest } = await table.open(read, null);
  first.rows(take);
  for await (const rows of rest) rows(take);
  const { steps, snapshots } = counters.end();
  if (steps.length === 0) throw singleSnapshot(snapshots, counters.total, settings.name);
  const times = Float64Array.from(steps, ({ fromMs }) => fromMs);
  const series = (name: string, amount: (step: (typeof steps)[number]) => number): MetricSeries => ({
    name,
    labels: {},
    statistic: 'average',
    times,
    values: Float64Array.from(steps, amount),
    stepsMs: null,
  });
  return {
    series: [
      series('calls', ({ calls }) => calls),
      series('mean_exec_time', (step) => (step.calls > 0 ? step.execMs / step.calls : Number.NaN)),
      ...(cpuSeconds.length > 0
        ? [series('cpu', ({ cpuMs, fromMs, untilMs }) => cpuMs / (untilMs - fromMs))]
        : []),
      ...(temporaryBlocks === -1 ? [] : [series('temp_blks_written', (step) => step.temporaryBlocks)]),
    ],
    notes: [
      cpuSeconds.length > 0
        ? 'CPU is user and system time of statements, from pg_stat_kcache; it counts when a statement ends.'
        : 'It has no CPU of statements; pg_stat_kcache would add their user and system time.',
    ],
    skipped: faults.counts,
  };
}

export function isStatements(opening: string): boolean {
  return areStatements(headerOf(opening));
}

/**
 * A problem for a single snapshot: it has totals since a reset, without times. It still tells the mean time of a call.
 */
function singleSnapshot(
  looks: number,
  { calls, execMs, cpuMs }: { calls: number; execMs: number; cpuMs: number },
  file: string,
) {
  const each = calls > 0 ? (cpuMs > 0 ? cpuMs : execMs) / calls : 0;
  const shown = `${each.toPrecision(3)} ms`;
  const what = cpuMs > 0 ? `took ${shown} of CPU` : `took ${shown}, which bounds its CPU`;
  return problem(
    { file },
    looks === 0
      ? 'it has no statement'
      : `it is one snapshot of statement counters, which does not tell when statements ran${calls > 0 ? `; on average a statement ${what}` : ''}`,
    'take a snapshot every few minutes with select now(), * from pg_stat_statements, into one file; or use tidemark trace record',
  );
}

const rule = (one: Pick<Rule, 'quantity' | 'selector' | 'unit'>): Rule => ({
  join: 'max',
  over: [],
  statistic: 'average',
  note: null,
  ...one,
});

export const STATEMENTS: Preset = {
  name: 'statements',
  what: 'snapshots of pg_stat_statements, with or without pg_stat_kcache',
  from: 'export',
  source: {
    document: 'PostgreSQL documentation; pg_stat_kcache README',
    section: 'F.32 pg_stat_statements; Usage',
    date: '2026-11',
  },
  rules: [
    rule({ quantity: 'cpu', selector: 'cpu', unit: 'vcpu' }),
    rule({ quantity: 'queries', selector: 'calls', unit: 'number' }),
    rule({ quantity: 'queryMs', selector: 'mean_exec_time', unit: 'ms' }),
    rule({ quantity: 'temporaryBytes', selector: 'temp_blks_written', unit: 'pages' }),
  ],
  unread: [],
  gap: null,
};
