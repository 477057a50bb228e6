import { describe, expect, test } from 'vitest';
import type { ReadSettings } from '../../src/trace/index.ts';
import { read, refusal } from './read.ts';

const table = (header: string, ...cells: readonly string[]) =>
  [header, ...cells.map((row, at) => `2026-03-02 00:0${at}:00Z,${row}`)].join('\n');

describe('a unit converts values to the unit of the quantity', () => {
  test.each<[map: string, cell: string, value: number, settings?: Partial<ReadSettings>]>([
    ['cpu=x:vcpu', '1.5', 1.5],
    ['cpu=x:cores', '1.5', 1.5],
    ['cpu=x:millicores', '1500', 1.5],
    ['cpu=x:percent', '75', 1.5, { vcpus: 2 }],
    ['cpu=x:fraction', '0.75', 1.5, { vcpus: 2 }],
    ['cpu=x:percent-of-max', '75', 1.5, { vcpus: 2 }],
    ['memory=x:bytes', '3', 3],
    ['memory=x:kb', '3', 3000],
    ['memory=x:mb', '3', 3e6],
    ['memory=x:gb', '3', 3e9],
    ['memory=x:kib', '3', 3072],
    ['workingSet=x:mib', '3', 3 * 1024 ** 2],
    ['temporaryBytes=x:gib', '3', 3 * 1024 ** 3],
    ['memory=x:pages', '3', 24_576],
    ['queries=x:number', '3', 3],
    ['queries=x:per-second', '3', 180],
    ['newConnections=x:per-second', '0.5', 30],
    ['queryMs=x:ms', '3', 3],
    ['queryMs=x:s', '3', 3000],
    ['queryMs=x:us', '3000', 3],
    ['load=x', '3', 3],
    ['capacityCu=x:cu', '0.25', 0.25],
  ])('%s of %s becomes %d', async (map, cell, value, settings = {}) => {
    const { values, head } = await read(table('time,x', cell, cell), { ...settings, map: [map] });
    expect(values[0]?.[0]).toBeCloseTo(value, 9);
    expect(head.columns[0]?.quantity).toBe(map.split('=')[0]);
  });

  test('a share of the size refers to the size in the same row', async () => {
    const { values } = await read(table('time,x,size', '50,2', '50,4', '50,'), {
      map: ['cpu=x:percent-of-size', 'capacityCu=size'],
    });
    expect(values).toEqual([
      [1, 2, Number.NaN],
      [2, 4, Number.NaN],
    ]);
  });
});

describe('‹map› finds a column', () => {
  test.each([
    ['by its name', 'cpu=b:vcpu'],
    ['whatever its case', 'cpu=B:vcpu'],
    ['by its number', 'cpu=3:vcpu'],
  ])('%s', async (_, map) => {
    expect((await read(table('time,a,b', '1,2'), { map: [map] })).values).toEqual([[2]]);
  });

  test('by a name that contains a colon, with and without a unit', async () => {
    const text = table('time,cpu:shop', '2');
    for (const map of ['cpu=cpu:shop', 'cpu=cpu:shop:vcpu'])
      expect((await read(text, { map: [map] })).values).toEqual([[2]]);
  });

  test('by its number in a table without a header', async () => {
    const text = '2026-03-02 00:00:00,1\n2026-03-02 00:01:00,2\n';
    expect((await read(text, { map: ['cpu=2:vcpu'] })).values).toEqual([[1, 2]]);
    expect(await refusal(text)).toBe(
      'load.csv:1: there is no header; the first line is 2026-03-02 00:00:00, 1; ' +
        'add one, or name columns by their number, as in ‹map› cpu=2',
    );
  });
});

describe('a ‹map› that cannot be used is a problem', () => {
  test.each([
    [['cpu'], '‹map› cpu: there is no =; write QUANTITY=COLUMN or QUANTITY=COLUMN:UNIT'],
    [['memory=cpi'], '‹map› memory=cpi: there is no column "cpi", is "cpu" meant?; there are time, cpu, mem'],
    [
      ['memry=mem'],
      '‹map› memry=mem: "memry" is no quantity, is "memory" meant?; there are cpu, load, memory, workingSet, ' +
        'connections, activeConnections, newConnections, queries, queryMs, temporaryBytes, capacityCu, time',
    ],
    [
      ['memory=mem:mbi'],
      '‹map› memory=mem:mbi: "mbi" is no unit of memory, is "mb" meant?; ' +
        'there are bytes, kb, mb, gb, kib, mib, gib, pages, free-bytes',
    ],
    [
      ['time=time:ms'],
      '‹map› time=time:ms: "ms" is no order of day and month; there are month-first, day-first',
    ],
    [['cpu=cpu', 'cpu=mem:vcpu'], '‹map› cpu=mem:vcpu: cpu is mapped twice; map each quantity once'],
    [['cpu=cpu', 'memory=cpu'], '‹map› memory=cpu: column "cpu" is mapped twice; map each column once'],
    [['queries=each', 'cpu=cpu'], '‹map›: queries=each uses the whole row; map no other column'],
    [
      ['cpu=cpu:percent'],
      'column "cpu": cpu is a percent of an unknown number of processors; say how many with ‹vcpus›, or which machine with ‹instance›, or map a ' +
        'column with the size, and ‹map› cpu=cpu:percent-of-size',
    ],
    [
      ['cpu=cpu:percent-of-size'],
      'column "cpu": cpu is a percentage of a size that no column has; map one too, as in ‹map› capacityCu=COLUMN, ' +
        'or say ‹vcpus› N and :percent',
    ],
  ])('%j', async (map, message) => {
    expect(await refusal(table('time,cpu,mem', '1,2', '1,2'), { map })).toBe(`load.csv, ${message}`);
  });

  test('a percentage of the maximum needs the maximum', async () => {
    expect(await refusal(table('time,x', '1'), { map: ['cpu=x:percent-of-max'] })).toBe(
      'load.csv, column "x": cpu is a percentage of an unknown maximum; say how many with ‹vcpus›, or which machine with ‹instance›',
    );
  });

  test('a rate needs steps of equal length', async () => {
    const text = 'time,q\n2026-03-02,1\n2026-03-03,1\n2026-03-07,1\n';
    expect(await refusal(text, { map: ['queries=q:per-second'] })).toBe(
      'load.csv, column "q": a rate per second needs equal steps, and the rows are irregular; ' +
        'count in each row instead, and map queries=q:number',
    );
  });
});

describe('units after the numbers in cells', () => {
  test.each<
    [
      name: string,
      cells: readonly string[],
      values: readonly number[],
      note: string,
      settings?: Partial<ReadSettings>,
    ]
  >([
    [
      'cpu',
      ['50 %', '25%', '0'],
      [1, 0.5, 0],
      'cpu from "cpu" as percent of 2 vCPU, as its cells say',
      { vcpus: 2 },
    ],
    ['cpu', ['250m', '', '1500m'], [0.25, Number.NaN, 1.5], 'cpu from "cpu" as millicores, as its cells say'],
    [
      'memory',
      ['512 MiB', '1.5 GiB'],
      [2 ** 29, 1.5 * 2 ** 30],
      'memory from "memory" as mib, as its cells say',
    ],
    ['memory', ['1kB', '2 MB', '3 B'], [1000, 2e6, 3], 'memory from "memory" as kb, as its cells say'],
    [
      'latency',
      ['12 ms', '1.5 s', '500 µs'],
      [12, 1500, 0.5],
      'queryMs from "latency" as ms, as its cells say',
    ],
    ['qps', ['2 /s', '3/s'], [120, 180], 'queries from "qps" as per-second, as its cells say'],
  ])('of %s: %j', async (name, cells, values, note, settings = {}) => {
    const all = cells.filter((cell) => cell !== '0');
    const rows = cells.length === all.length ? cells : [...all, '0 %'];
    const { values: read_, notes } = await read(table(`time,${name}`, ...rows), settings);
    expect(read_[0]?.map((value) => Math.round(value * 1e6) / 1e6)).toEqual(values);
    expect(notes).toContain(note);
  });

  test('are converted to the requested unit, and cells with other units are skipped', async () => {
    const text = table('time,m', '1 MiB', '2 MiB');
    expect((await read(text, { map: ['memory=m:kib'] })).values).toEqual([[2 ** 20, 2 ** 21]]);
    const rows = Array.from({ length: 3000 }, (_, at) => `${1_772_409_600 + 60 * at},${at} MiB\n`);
    const { skipped } = await read(`time,memory\n${rows.join('')}1772709600,7 %\n1772709660,full\n`);
    expect(skipped).toEqual({ 'cells that are not numbers': 2 });
  });
});

describe('a counter', () => {
  const rows = (...cells: readonly (number | string)[]) => table('time,xact_commit', ...cells.map(String));

  test('becomes its increase until the next row; a decrease is a reset', async () => {
    const { values, notes } = await read(rows(100, 130, 130, 20, 25), { map: ['queries=2:counter'] });
    expect(values).toEqual([[30, 0, 20, 5, Number.NaN]]);
    expect(notes).toEqual(['times from "time"', 'counter resets: 1']);
  });

  test('gives the same increases in whatever blocks it is read', async () => {
    const growth = Array.from({ length: 9000 }, (_, at) => at % 7);
    let total = 0;
    let text = '';
    growth.forEach((more, at) => {
      text += `${1_772_409_600 + 60 * at},${total}\n`;
      total += more;
    });
    const { values, times } = await read(`time,requests_total\n${text}`);
    expect(values).toEqual([[...growth.slice(0, -1), Number.NaN]]);
    expect(times.length).toBe(growth.length);
  });

  test('gives one step its share of an increase over a gap, and is unknown beside an unknown value', async () => {
    const text =
      'time,xact_commit\n2026-03-02 00:00,0\n2026-03-02 00:01,10\n2026-03-02 00:05,50\n' +
      '2026-03-02 00:06,60\n2026-03-02 00:07,\n2026-03-02 00:08,80\n2026-03-02 00:09,90\n';
    const { values, notes } = await read(text);
    expect(values).toEqual([[10, 10, 10, Number.NaN, Number.NaN, 10, Number.NaN]]);
    expect(notes[1]).toBe('queries from "xact_commit" as counter');
  });

  test('of processor seconds becomes busy processors', async () => {
    const { values, notes } = await read(table('time,process_cpu_seconds_total', '0', '30', '150'));
    expect([values, notes[1]]).toEqual([
      [[0.5, 2, Number.NaN]],
      'cpu from "process_cpu_seconds_total" as counter',
    ]);
  });

  test('is not recognised in a column that decreases often', async () => {
    expect((await read(rows(5, 3, 4, 1, 2))).notes).toContain('queries from "xact_commit" as number');
  });
});

describe('without ‹map›', () => {
  test.each<[name: string, cell: string, note: string, settings?: Partial<ReadSettings>]>([
    ['CPUUtilization', '75', 'cpu from "CPUUtilization" as percent of 2 vCPU', { vcpus: 2 }],
    ['cpu_util_max', '75', 'cpu from "cpu_util_max" as percent of 2 vCPU', { vcpus: 2 }],
    ['cpu', '1.5', 'cpu from "cpu" as vcpu'],
    ['CPU (millicores)', '1500', 'cpu from "CPU (millicores)" as millicores'],
    ['CPU (vCPU)', '12.5', 'cpu from "CPU (vCPU)" as vcpu'],
    ['load1', '2', 'load from "load1" as number'],
    ['memory_mib', '512', 'memory from "memory_mib" as mib'],
    ['Memory (MB)', '512', 'memory from "Memory (MB)" as mb'],
    ['working_set', '512', 'workingSet from "working_set" as bytes'],
    ['numbackends', '7', 'connections from "numbackends" as number'],
    ['DatabaseConnections', '7', 'connections from "DatabaseConnections" as number'],
    ['active_connections', '7', 'activeConnections from "active_connections" as number'],
    ['new_connections', '7', 'newConnections from "new_connections" as number'],
    ['qps', '7', 'queries from "qps" as per-second'],
    ['queries', '7', 'queries from "queries" as number'],
    ['query_ms', '7', 'queryMs from "query_ms" as ms'],
    ['avg_query_duration_s', '7', 'queryMs from "avg_query_duration_s" as s'],
    ['temp_bytes', '7', 'temporaryBytes from "temp_bytes" as bytes'],
    ['compute_size', '7', 'capacityCu from "compute_size" as cu'],
  ])('%s is recognised by its name', async (name, cell, note, settings = {}) => {
    const { notes } = await read(table(`time,"${name}",other`, `${cell},1`, `${cell},1`), settings);
    expect(notes).toEqual(['times from "time"', note, 'not read: "other"'.replaceAll('"', '')]);
  });

  test('a percentage refers to the size in force if the table has a size', async () => {
    const { notes, values } = await read(table('time,cpu_percent,cu', '50,2'));
    expect(notes).toContain('cpu from "cpu_percent" as percent-of-size');
    expect(values[0]).toContain(1);
  });

  test('the name of a column tells whether it has maximums', async () => {
    const { head } = await read(table('time,max_cpu,memory', '1,2'));
    expect(head.columns.map(({ statistic }) => statistic)).toEqual(['maximum', 'point']);
  });

  test.each([
    [
      'value',
      ':1: no name of a column says what it measures: "time", "value"; say so, as in ‹map› cpu=value:percent',
    ],
    [
      'cpu_percent',
      ', column "cpu_percent": cpu is a percent of an unknown number of processors; say how many with ‹vcpus›, or which machine with ‹instance›, or ' +
        'map a column with the size, and ‹map› cpu=cpu_percent:percent-of-size',
    ],
    [
      'memory_percent',
      ':1: no name of a column says what it measures: "time", "memory_percent"; ' +
        'add a column with CPU, a load average or queries',
    ],
  ])('%s is not guessed', async (name, message) => {
    expect(await refusal(table(`time,${name}`, '75', '60'))).toBe(`load.csv${message}`);
  });
});
