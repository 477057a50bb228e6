const STEP_MS = 900_000;
const START_MS = Date.UTC(2026, 2, 2);
const PER_HOUR = 4;

type Shape = (hour: number, weekday: number, chance: number) => number;

const SHAPES = {
  web: (hour) => 0.15 + (hour > 7 && hour < 22 ? Math.sin(((hour - 7) / 15) * Math.PI) : 0),
  office: (hour, weekday) => (weekday < 5 && hour >= 8 && hour < 18 ? 1 : 0),
  dev: (hour, weekday, chance) => (weekday < 5 && hour >= 9 && hour < 17 && chance < 0.25 ? 1 : 0),
  night: (hour) => (hour >= 1 && hour < 3 ? 1 : hour >= 9 && hour < 18 ? 0.05 : 0),
  steady: () => 1,
  burst: (_, __, chance) => (chance < 0.02 ? 1 : 0.03),
  idle: () => 0,
} as const satisfies Readonly<Record<string, Shape>>;

/** Name, project, shape, highest vCPU, current configuration (null if unknown), days. */
const DATABASES: readonly [string, string, keyof typeof SHAPES, number, string | null, number][] = [
  ['orders', 'shop', 'web', 3.2, '4-8, off', 16],
  ['checkout', 'shop', 'web', 2.4, '4-8, off', 16],
  ['catalogue', 'shop', 'web', 1.1, '2-4, off', 16],
  ['search', 'shop', 'burst', 3, '2-8, off', 16],
  ['carts', 'shop', 'web', 0.6, '1-4, off', 16],
  ['payments', 'shop', 'web', 0.9, '4, off', 16],
  ['users', 'shop', 'web', 0.5, '2, off', 16],
  ['reviews', 'shop', 'web', 0.12, '1-2, 5m', 3],
  ['mail', 'shop', 'dev', 0.4, '1, off', 16],
  ['audit', 'shop', 'night', 1.8, '2-8, off', 16],
  ['warehouse', 'data', 'night', 5, '8, off', 16],
  ['reports', 'data', 'office', 1.5, '2-8, off', 16],
  ['metabase', 'data', 'office', 0.6, '2, off', 16],
  ['etl', 'data', 'night', 3.5, '4-8, 5m', 16],
  ['events', 'data', 'steady', 1.2, '2-4, off', 16],
  ['ml', 'data', 'dev', 2, '4, off', 16],
  ['features', 'data', 'steady', 0.3, '1, off', 16],
  ['exports', 'data', 'night', 0.9, '2, off', 16],
  ['anna', 'dev', 'dev', 0.3, '1, off', 16],
  ['ben', 'dev', 'dev', 0.4, '1, off', 16],
  ['cai', 'dev', 'dev', 0.2, '1, off', 16],
  ['dora', 'dev', 'dev', 0.5, '0.25-2, 5m', 16],
  ['emil', 'dev', 'idle', 0, '1, off', 16],
  ['staging', 'dev', 'office', 0.8, '2-4, off', 16],
  ['preview', 'dev', 'dev', 0.8, '2, off', 16],
  ['ci', 'dev', 'burst', 1.6, '4, off', 16],
  ['demo', 'dev', 'dev', 0.1, '0.25-1, 5m', 16],
  ['archive', 'ops', 'idle', 0, '2, off', 16],
  ['wiki', 'ops', 'office', 0.1, '0.25-1, 5m', 16],
  ['grafana', 'ops', 'steady', 0.15, '0.5, off', 16],
  ['vault', 'ops', 'steady', 0.05, null, 16],
  ['tickets', 'ops', 'office', 0.4, null, 16],
  ['billing', 'ops', 'night', 2.6, '1-2, off', 16],
  ['ledger', 'ops', 'web', 2.9, '1-2, 5m', 16],
  ['=SUM(A1:A9)', 'ops', 'office', 0.2, '1, off', 16],
];

const EMPTY = 'time,cpu_vcpu\n';
const OTHERS = {
  'new-one': EMPTY,
  silent: `${EMPTY}${timesOf(1)
    .map((time) => `${time},`)
    .join('\n')}\n`,
  blank: '',
  notes: 'these are only notes\nnothing more\n',
};

/** A list of forty databases with loads of several kinds. Some have no data, and some files are missing. */
export function fortyDatabases(): Record<string, string> {
  const list = [
    'databases:',
    ...DATABASES.map(
      ([name, project, , , current], i) =>
        `  - { name: ${JSON.stringify(name)}, project: ${project}, file: ${i}.csv${current === null ? '' : `, current: "${current}"`} }`,
    ),
    ...[...Object.keys(OTHERS), 'lost'].map(
      (name) => `  - { name: ${name}, file: ${name}.csv, current: "1, off" }`,
    ),
  ];
  const chances = chance(7);
  const traces = DATABASES.map(([, , shape, vcpu, , days], i) => [
    `${i}.csv`,
    tableOf(SHAPES[shape], vcpu, days, chances),
  ]);
  const others = Object.entries(OTHERS).map(([name, text]) => [`${name}.csv`, text]);
  return { 'fleet.yaml': `${list.join('\n')}\n`, ...Object.fromEntries([...traces, ...others]) };
}

function timesOf(days: number): string[] {
  return Array.from({ length: days * 24 * PER_HOUR }, (_, i) =>
    new Date(START_MS + i * STEP_MS).toISOString(),
  );
}

function tableOf(shape: Shape, vcpu: number, days: number, chances: () => number): string {
  const rows = timesOf(days).map((time, i) => {
    const hour = (i / PER_HOUR) % 24;
    const weekday = Math.floor(i / PER_HOUR / 24) % 7;
    const value = vcpu * shape(hour, weekday, chances()) * (0.85 + 0.3 * chances());
    return `${time},${value.toFixed(3)}`;
  });
  return `${EMPTY}${rows.join('\n')}\n`;
}

/** Lehmer's generator, so that the list is the same everywhere. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
