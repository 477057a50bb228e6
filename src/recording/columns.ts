import type { Column } from '../trace/index.ts';
import type { Snapshot } from './asker.ts';
import type { Increases } from './increases.ts';
import { asksKernel, type Features, WORKING_SET_SECONDS } from './statements.ts';

/** The changes since the previous question. */
interface SinceLastQuestion {
  /** Null if the increases are unknown. */
  readonly increases: Increases | null;
  readonly newcomers: number | null;
  readonly elapsedMs: number;
}

/** A column, and how to compute its value after a question. A value is null if it is unknown. */
interface MeasuredColumn {
  readonly column: Column;
  value(snapshot: Snapshot, since: SinceLastQuestion): number | null;
  /** The value while the compute sleeps. */
  readonly asleep: number | null;
}

/** Returns the columns that a server with these features can fill, each with its source. */
export function measuredColumns(features: Features): readonly MeasuredColumn[] {
  const { statementsSchema, workingSetSchema, version } = features;
  const hasSessions = version >= 140_000;
  return [
    {
      column: column('connections', 'point', 'pg_stat_activity'),
      value: ({ connections }) => connections,
      asleep: 0,
    },
    {
      column: column('activeConnections', 'point', 'pg_stat_activity.state'),
      value: ({ active, hidden }) => (hidden > 0 ? null : active),
      asleep: 0,
    },
    {
      column: column(
        'newConnections',
        'average',
        hasSessions ? 'pg_stat_database.sessions' : 'pg_stat_activity, of those that stayed',
      ),
      value: (_, { increases, newcomers }) => (hasSessions ? (increases?.sessions ?? null) : newcomers),
      asleep: 0,
    },
    statementsSchema === null
      ? {
          column: column('queries', 'average', 'pg_stat_database.xact_commit + xact_rollback'),
          value: (_, { increases }) => increases?.transactions ?? null,
          asleep: 0,
        }
      : {
          column: column('queries', 'average', 'pg_stat_statements.calls'),
          value: (_, { increases }) => increases?.calls ?? null,
          asleep: 0,
        },
    ...(statementsSchema === null
      ? []
      : [
          {
            column: column('queryMs', 'average', 'pg_stat_statements, execution time by calls'),
            value: (_: Snapshot, { increases }: SinceLastQuestion) => meanMs(increases),
            asleep: null,
          },
        ]),
    ...(asksKernel(features)
      ? [
          {
            column: column('cpu', 'average', 'pg_stat_kcache, user and system time of statements'),
            value: (_: Snapshot, { increases, elapsedMs }: SinceLastQuestion) => vcpuOf(increases, elapsedMs),
            asleep: 0,
          },
        ]
      : []),
    {
      column: column('temporaryBytes', 'average', 'pg_stat_database.temp_bytes'),
      value: (_, { increases }) => increases?.temporaryBytes ?? null,
      asleep: 0,
    },
    ...(workingSetSchema === null
      ? []
      : [
          {
            column: column(
              'workingSet',
              'point',
              `approximate_working_set_size_seconds(${WORKING_SET_SECONDS})`,
            ),
            value: ({ workingSetBytes }: Snapshot) => workingSetBytes,
            asleep: null,
          },
        ]),
  ];
}

function column(quantity: Column['quantity'], statistic: Column['statistic'], source: string): Column {
  return { quantity, statistic, gap: 'unknown', source };
}

function meanMs(increases: Increases | null): number | null {
  const { calls = null, callMs = null } = increases ?? {};
  return calls === null || callMs === null || calls <= 0 ? null : callMs / calls;
}

function vcpuOf(increases: Increases | null, elapsedMs: number): number | null {
  const cpuMs = increases?.cpuMs ?? null;
  return cpuMs === null || elapsedMs <= 0 ? null : cpuMs / elapsedMs;
}
