import { describe, expect, test } from 'vitest';
import { Harness, START } from '../service/harness.ts';
import { read, refusal } from './read.ts';

const HOUR = 3_600_000;
const NAME = { name: 'history.json' };
const SIZE_NOTE = 'as cu-seconds: the mean size over each step, including time asleep; it is not CPU demand';

const iso = (hour: number) => new Date(START + hour * HOUR).toISOString().replace('.000Z', 'Z');

type Fields = Readonly<Record<string, unknown>>;

const frame = (hour: number, fields: Fields, hours = 1) => ({
  timeframe_start: iso(hour),
  timeframe_end: iso(hour + hours),
  ...fields,
});
const v2 = (hour: number, value: unknown) =>
  frame(hour, {
    metrics: [
      { metric_name: 'compute_unit_seconds', value },
      { metric_name: 'root_branch_bytes_month', value: 9 },
    ],
  });
const projects = (...all: readonly (readonly [id: string, frames: readonly unknown[]])[]) =>
  JSON.stringify({
    projects: all.map(([project_id, consumption]) => ({
      project_id,
      periods: [{ period_id: 'x', consumption }],
    })),
  });

describe('consumption history of the service', () => {
  test('in version 2 is the mean size in force in each step', async () => {
    const { head, times, values, notes } = await read(
      projects(['p', [v2(0, 900), v2(1, 0), v2(2, 7200)]]),
      NAME,
    );
    expect(head).toEqual({
      name: 'history.json',
      timezone: 'UTC',
      stepMs: HOUR,
      columns: [
        { quantity: 'capacityCu', statistic: 'average', gap: 'unknown', source: 'compute_unit_seconds' },
      ],
    });
    expect(times).toEqual([0, 1, 2].map((hour) => START + hour * HOUR));
    expect(values).toEqual([[0.25, 0, 2]]);
    expect(notes).toEqual([
      `capacityCu from compute_unit_seconds ${SIZE_NOTE}`,
      'not read: root_branch_bytes_month, which only the bill counts',
    ]);
  });

  test('in version 1 has fixed fields, and uneven months keep their own steps', async () => {
    const month = (hour: number, days: number) =>
      frame(hour, { active_time_seconds: 5, compute_time_seconds: days * 24 * 3600 }, days * 24);
    const { values, notes } = await read(
      projects(['p', [month(0, 31), month(31 * 24, 28), month(59 * 24, 31)]]),
      NAME,
    );
    expect(values).toEqual([[1, 1, 1]]);
    expect(notes).toEqual([
      `capacityCu from compute_time_seconds ${SIZE_NOTE}`,
      'not read: active_time_seconds, active time without a size',
    ]);
  });

  test('of several projects is a problem that asks for one, and pages are joined', async () => {
    const text = projects(['p', [v2(0, 900), v2(1, 900)]], ['q', [v2(0, 3600), v2(1, 3600)]]);
    expect(await refusal(text, NAME)).toBe(
      'history.json, capacityCu: 2 series could be meant by compute_unit_seconds: compute_unit_seconds{project_id="p"}, ' +
        'compute_unit_seconds{project_id="q"}; pick one by its labels, as in ‹where› \'project_id="p"\'; ' +
        "plan each with ‹by› project_id; or join them, as in ‹map› 'capacityCu=sum(compute_unit_seconds)'",
    );
    const of = async (map: string, all = text) => (await read(all, { ...NAME, map: [map] })).values;
    expect(await of('capacityCu=compute_unit_seconds{project_id="q"}')).toEqual([[1, 1]]);
    expect(await of('capacityCu=sum(compute_unit_seconds)')).toEqual([[1.25, 1.25]]);
    const pages = `${projects(['p', [v2(2, 900)]])}\n${projects(['p', [v2(0, 900), v2(1, 1800)]])}`;
    expect((await read(pages, NAME)).values).toEqual([[0.25, 0.5, 0.25]]);
  });

  test('with impossible values skips and counts them, or is a problem in strict mode', async () => {
    const frames = [
      v2(0, 900),
      v2(0, 900),
      v2(1, -1),
      v2(2, 'x'),
      { ...v2(3, 1), timeframe_end: 'never' },
      v2(4, 900),
    ];
    const text = projects(['p', frames]);
    const { values, skipped } = await read(text, NAME);
    expect(values).toEqual([[0.25, 0.25]]);
    expect(skipped).toMatchObject({
      'timeframes without a start and an end': 1,
      'values with a negative number': 1,
      'values that are not numbers': 1,
    });
    expect(await refusal(text, { ...NAME, strict: true })).toBe(
      'history.json:1, timeframe 5: timeframes without a start and an end; ' +
        'correct the file, or leave out ‹strict› to skip and count such faults',
    );
  });

  test.each([
    [
      'no timeframes',
      projects(['p', []]),
      'history.json: the file has no series; ask for a time and for metrics that have samples',
    ],
    [
      'other metrics',
      projects(['p', [frame(0, { metrics: [{ metric_name: 'extra_branches_month', value: 1 }] })]]),
      'history.json: no name of a series says what it measures: extra_branches_month{project_id="p"}; say so, as in ‹map› \'cpu=extra_branches_month{project_id="p"}:vcpu\'',
    ],
    [
      'periods without consumption',
      '{"projects":[{"project_id":"p","periods":[{}]}]}',
      'history.json:1, projects.0.periods.0.consumption: this is no answer about consumption; export what /consumption_history/v2/projects answers, or /consumption_history/projects',
    ],
    [
      'a half',
      projects(['p', [v2(0, 1)]]).slice(0, -5),
      'history.json:1: the JSON ends here, in the middle of a value that starts in line 1; export the whole file again',
    ],
  ])('%s is no trace', async (_, text, message) => {
    expect(await refusal(text, NAME)).toBe(message);
  });
});

const operation = (id: string, action: string, hour: number, more: Fields = {}) => ({
  id,
  project_id: 'p',
  endpoint_id: 'ep-1',
  action,
  status: 'finished',
  failures_count: 0,
  created_at: iso(hour),
  updated_at: iso(hour),
  total_duration_ms: 500,
  ...more,
});
const operations = (...all: readonly unknown[]) => JSON.stringify({ operations: all });

describe('operations of the service', () => {
  const work = [
    operation('c', 'suspend_compute', 2, { total_duration_ms: undefined }),
    operation('b', 'apply_config', 1),
    operation('a', 'start_compute', 0),
  ];

  test('tell when a compute was woken and suspended', async () => {
    const { head, times, events, notes } = await read(operations(...work, work[0]), NAME);
    expect(head).toEqual({ name: 'history.json', timezone: 'UTC', stepMs: null, columns: [] });
    expect(times).toEqual([]);
    expect(events).toEqual([
      { atMs: START, kind: 'resume', durationMs: 500 },
      { atMs: START + 2 * HOUR, kind: 'suspend' },
    ]);
    expect(notes).toEqual([
      'resume from start_compute: 1; suspend from suspend_compute: 1',
      'not read: operations apply_config',
      'operations tell when a compute was awake, but not its load',
    ]);
  });

  test('of several computes are a problem that asks for one', async () => {
    const text = operations(...work, operation('d', 'start_compute', 3, { endpoint_id: 'ep-2' }));
    expect(await refusal(text, NAME)).toBe(
      'history.json, endpoint_id: there are 2 computes: ep-1, ep-2; name one, as in ‹map› endpoint_id=ep-1',
    );
    const { events } = await read(text, { ...NAME, map: ['endpoint_id=ep-2'] });
    expect(events).toEqual([{ atMs: START + 3 * HOUR, kind: 'resume', durationMs: 500 }]);
    expect(await refusal(text, { ...NAME, map: ['cpu=x'] })).toBe(
      'history.json, ‹map›: operations are events of a compute, and have no columns; ' +
        'leave it out, or say which compute is meant: ‹map› endpoint_id=ID',
    );
  });

  test('that failed or have no time are skipped and counted', async () => {
    const failed = operation('d', 'start_compute', 3, { status: 'failed' });
    const text = operations(...work, failed, operation('e', 'start_compute', 4, { created_at: 'soon' }));
    const { events, skipped } = await read(text, NAME);
    expect(events.length).toBe(2);
    expect(skipped).toEqual({
      'operations that did not finish': 1,
      'operations without a time that can be read': 1,
    });
    expect(await refusal(text, { ...NAME, strict: true })).toContain(
      'history.json:1, operation d: operations that',
    );
  });

  test.each([
    [
      'none',
      operations(),
      'history.json: no compute was started or suspended in it; export all pages of operations, of a longer time',
    ],
    [
      'some without an action',
      operations({ id: 'a', status: 'finished', created_at: iso(0) }),
      'history.json:1, operations.0.action: this is no answer about operations; export what /projects/PROJECT/operations answers',
    ],
  ])('%s are no trace', async (_, text, message) => {
    expect(await refusal(text, NAME)).toBe(message);
  });
});

test('the answer of tidemark serve is read as exactly what it metered', async () => {
  const h = await Harness.start();
  const { project } = await h.ok('POST', '/projects', {
    project: { autoscaling_limit_min_cu: 2, autoscaling_limit_max_cu: 2 },
  });
  h.pass(3 * HOUR);
  const span = `from=${iso(0)}&to=${iso(3)}&granularity=hourly`;
  const history = await h.ok('GET', `/consumption_history/projects?${span}`);
  const { times, values } = await read(JSON.stringify(history), NAME);
  const told = history.projects[0].periods[0].consumption as readonly {
    readonly compute_time_seconds: number;
  }[];
  expect(times.length).toBe(3);
  expect(values[0]?.map((cu) => cu * 3600)).toEqual(
    told.map(({ compute_time_seconds }) => compute_time_seconds),
  );

  const list = await h.ok('GET', `/projects/${project.id}/operations`);
  const { events } = await read(JSON.stringify(list), NAME);
  expect(events.map(({ kind, durationMs }) => [kind, durationMs])).toEqual([
    ['resume', 300],
    ['suspend', 200],
  ]);
});
