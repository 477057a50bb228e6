import { problem } from '../../problem/index.ts';
import { type Sheet, sampleTime } from '../csv/sheet.ts';

/** The columns of a table with the counters of statements; -1 for a missing one. */
interface StatementColumns {
  readonly time: number;
  /** The columns that identify a statement. */
  readonly keys: readonly number[];
  readonly calls: number;
  /** Milliseconds from the start to the end of each call. */
  readonly execMs: number;
  /** Seconds of processor time as the kernel counts them, for execution and for planning if it is counted. */
  readonly cpuSeconds: readonly number[];
  /** Blocks of 8 KiB that were written to temporary files. */
  readonly temporaryBlocks: number;
}

/** Finds the columns of pg_stat_statements in any version, with or without those of pg_stat_kcache. */
export function statementColumns(sheet: Sheet, file: string): StatementColumns {
  const at = (...names: readonly string[]) => sheet.names.findIndex((name) => names.includes(plain(name)));
  const all = (...names: readonly string[]) => names.map((name) => at(name)).filter((found) => found !== -1);
  const executed = all('exec_user_time', 'exec_system_time');
  return {
    time: timeOf(sheet, file),
    keys: all('userid', 'rolname', 'usename', 'dbid', 'datname', 'toplevel', 'top', 'queryid'),
    calls: at('calls'),
    execMs: at('total_exec_time', 'total_time'),
    cpuSeconds:
      executed.length > 0
        ? [...executed, ...all('plan_user_time', 'plan_system_time')]
        : all('user_time', 'system_time'),
    temporaryBlocks: at('temp_blks_written'),
  };
}

export function areStatements(header: readonly string[]): boolean {
  const names = header.map(plain);
  const has = (...some: readonly string[]) => some.some((name) => names.includes(name));
  return has('queryid') && has('calls') && has('total_exec_time', 'total_time');
}

const plain = (name: string) => name.trim().toLowerCase();

/** Counters and settings of statements. Large counters look like times since 1970. */
const COUNTERS =
  /^(?:userid|dbid|toplevel|top|queryid|query|plans|calls|rows|.*_time|.*_blks_.*|wal_.*|jit_.*|parallel_.*|.*_(?:reads|writes|minflts|majflts|nswaps|msgsnds|msgrcvs|nsignals|nvcsws|nivcsws)|(?:minmax_)?stats_since)$/;
const SNAPSHOT_TIME = /^(?:snap(?:shot)?|sample|collect(?:ed|ion)?|capture(?:d)?|log)_time$/;

function timeOf(sheet: Sheet, file: string): number {
  const found = sheet.names.findIndex((name, column) => {
    const own = plain(name);
    if (COUNTERS.test(own) && !SNAPSHOT_TIME.test(own)) return false;
    return sheet.sample.some((cells) => !Number.isNaN(sampleTime(cells[column])));
  });
  if (found !== -1) return found;
  throw problem(
    { file, ...sheet.namesAt },
    'no column has the times of these snapshots of statement counters',
    "take a snapshot every few minutes, with the time: \\copy (select now(), * from pg_stat_statements) to program 'cat >> statements.csv' csv header; or use tidemark trace record",
  );
}
