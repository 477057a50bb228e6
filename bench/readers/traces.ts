import { parquetWriteBuffer } from 'hyparquet-writer';
import { type Form, filled, iso, START_MS, TRACE_SIZES } from './form.ts';

const HEAD = JSON.stringify({
  schema: 'tidemark/trace',
  version: 1,
  name: 'bench',
  timezone: 'UTC',
  stepMs: 1000,
  columns: [{ quantity: 'cpu', statistic: 'average', gap: 'unknown', source: 'cpu' }],
});

/** Kinds of traces that grow row by row. */
const ROWS: readonly {
  readonly name: string;
  readonly opening: string;
  readonly row: (at: number) => string;
  readonly end: string;
  readonly flags?: readonly string[];
}[] = [
  {
    name: 'CSV',
    opening: 'time,cpu\n',
    row: (at) => `${iso(at)},0.${at % 10}\n`,
    end: '',
    flags: ['--map', 'cpu=cpu:vcpu'],
  },
  {
    name: 'JSON lines',
    opening: `${HEAD}\n`,
    row: (at) => `[${START_MS + at * 1000},0.${at % 10}]\n`,
    end: '',
  },
  {
    name: 'Prometheus',
    opening:
      '{"status":"success","data":{"resultType":"matrix","result":[{"metric":{"__name__":"up"},"values":[[1772409599,"1"]',
    row: (at) => `,[${START_MS / 1000 + at},"${at % 10}"]`,
    end: ']}]}}',
    flags: ['--map', 'connections=up'],
  },
  {
    name: 'Postgres log',
    opening: '',
    row: (at) =>
      `${iso(at).replace('T', ' ').replace('Z', ' UTC')} [7] LOG:  duration: 3.1 ms  statement: select ${at}\n`,
    end: '',
  },
  { name: 'pgbench log', opening: '', row: (at) => `0 ${at} 500 0 ${START_MS / 1000 + at} 0\n`, end: '' },
  {
    name: 'consumption',
    opening: '{"projects":[{"project_id":"bench","periods":[{"consumption":[',
    row: (at) =>
      `${at === 0 ? '' : ','}{"timeframe_start":"${iso(at)}","timeframe_end":"${iso(at + 1)}","metrics":[{"metric_name":"compute_unit_seconds","value":${at % 10}}]}\n`,
    end: ']}]}]}',
  },
  {
    name: 'operations',
    opening: '{"operations":[',
    row: (at) =>
      `${at === 0 ? '' : ','}{"id":"${at}","action":"${at % 2 === 0 ? 'start' : 'suspend'}_compute","status":"finished","created_at":"${iso(at)}"}\n`,
    end: ']}',
  },
];

const inspected = (file: string, flags: readonly string[] = []) => ['trace', 'inspect', file, ...flags];

export const TRACES: readonly Form[] = [
  ...ROWS.map(
    ({ name, opening, row, end, flags }): Form => ({
      name,
      sizes: TRACE_SIZES,
      file: 'trace',
      contents: (megabytes) => filled(megabytes, opening, row, end),
      args: (file) => inspected(file, flags),
    }),
  ),
  {
    name: 'CloudWatch',
    sizes: TRACE_SIZES,
    file: 'trace.json',
    contents: cloudWatch,
    args: (file) => inspected(file, ['--map', 'cpu=CPUUtilization', '--vcpus', '2']),
  },
  {
    name: 'Parquet',
    sizes: TRACE_SIZES,
    file: 'trace.parquet',
    // A row is a time and a number, each of eight bytes.
    contents: (megabytes) => parquet((megabytes * 1e6) / 16, 100_000),
    args: (file) => inspected(file, ['--map', 'cpu=cpu:vcpu']),
  },
  {
    name: 'Parquet in one row group, up to its limit of 4.2 million rows',
    sizes: [1, 4, 17, 68],
    file: 'trace.parquet',
    contents: (megabytes) => {
      const rows = Math.min(2 ** 22, (megabytes * 1e6) / 16);
      return parquet(rows, rows);
    },
    args: (file) => inspected(file, ['--map', 'cpu=cpu:vcpu']),
  },
];

/** Returns one answer of CloudWatch: all times, then all values. */
function cloudWatch(megabytes: number): string {
  const samples = Math.floor((megabytes * 1e6) / 32);
  const list = (of: (at: number) => string) => Array.from({ length: samples }, (_, at) => of(at)).join();
  return `{"MetricDataResults":[{"Id":"m1","Label":"CPUUtilization","Timestamps":[${list((at) => `"${iso(at).slice(0, 19)}Z"`)}],"Values":[${list((at) => `1.${at % 10}`)}],"StatusCode":"Complete"}]}`;
}

function parquet(rows: number, rowGroupSize: number): Uint8Array {
  const times = new BigInt64Array(rows);
  const cpu = new Float64Array(rows);
  // All values differ, because equal values would pack into a small file of many rows.
  for (let at = 0; at < rows; at++) {
    times[at] = BigInt(START_MS + at * 1000);
    cpu[at] = (at % 9973) / 9973 + at * 1e-12;
  }
  return new Uint8Array(
    parquetWriteBuffer({
      schema: [
        { name: 'root', num_children: 2 },
        { name: 'time', type: 'INT64', repetition_type: 'REQUIRED', converted_type: 'TIMESTAMP_MILLIS' },
        { name: 'cpu', type: 'DOUBLE', repetition_type: 'REQUIRED' },
      ],
      columnData: [
        { name: 'time', data: times },
        { name: 'cpu', data: cpu },
      ],
      codec: 'UNCOMPRESSED',
      rowGroupSize,
    }),
  );
}
