import type { ScenarioFields } from '../../library/tidemark.ts';

/** Something of a scenario that a person can change. Its values are written as in a scenario file. */
export interface Control {
  readonly id: string;
  readonly label: string;
  readonly group: Group;
  /** The values that the slider stops at, from small to large. The text field takes others too. */
  readonly stops: readonly string[];
  /** Whether there are no values but the stops. */
  readonly isChoice: boolean;
  /** Whether a plan chooses it. */
  readonly isPlanned: boolean;
  /** The value of the scenario, or the one that holds if the scenario has none. */
  readonly value: string;
  /** The changes that a value makes, as `FIELD=VALUE`. */
  changes(value: string): readonly string[];
}

type Group = 'Compute' | 'Clients' | 'Demand' | 'Service';

/** The values of controls that differ from the scenario, by the ids of controls. */
export type Values = Readonly<Record<string, string>>;

/** The controls of a scenario: those of every compute, and those that its demand has. */
export function controlsOf(fields: ScenarioFields): readonly Control[] {
  return [...ofCompute(fields), ...ofClients(fields), ...ofDemand(fields), ...ofService(fields)];
}

/** The fields that differ from the scenario, as `FIELD=VALUE`. */
export function changesBy(controls: readonly Control[], values: Values): readonly string[] {
  return controls.flatMap((control) => {
    const value = values[control.id];
    return value === undefined || value === control.value ? [] : control.changes(value);
  });
}

const SIZES = [0.25, 0.5, ...span(1, 16, 1), ...span(18, 56, 2)].map(String);
const TIMEOUTS = [
  '1m',
  '2m',
  '3m',
  '4m',
  '5m',
  '6m',
  '10m',
  '15m',
  '30m',
  '1h',
  '2h',
  '4h',
  '12h',
  '1d',
  '7d',
  'off',
];
const BYTES = [
  '0B',
  '100MB',
  '250MB',
  '500MB',
  '1GB',
  '2GB',
  '3GB',
  '4GB',
  '6GB',
  '8GB',
  '12GB',
  '16GB',
  '24GB',
];
const MORE_BYTES = ['32GB', '48GB', '64GB', '96GB', '128GB', '192GB'];
const STARTS = [
  '0ms',
  '100ms',
  '200ms',
  '300ms',
  '500ms',
  '800ms',
  '1s',
  '1500ms',
  '2s',
  '3s',
  '5s',
  '8s',
  '10s',
  '20s',
  '30s',
];
const PERIODS = [
  '1s',
  '5s',
  '10s',
  '30s',
  '1m',
  '2m',
  '3m',
  '4m',
  '299s',
  '5m',
  '301s',
  '6m',
  '10m',
  '15m',
  '30m',
  '1h',
  '6h',
];
const TIMES = ['0.1', '0.25', '0.5', '0.75', '0.9', '1', '1.1', '1.25', '1.5', '2', '3', '5', '10'];
const PRICES = [
  '0.05',
  '0.08',
  '0.1',
  '0.106',
  '0.12',
  '0.14',
  '0.16',
  '0.18',
  '0.2',
  '0.222',
  '0.25',
  '0.3',
  '0.4',
  '0.5',
];

function ofCompute(fields: ScenarioFields): readonly Control[] {
  const compute = at(fields, ['compute']);
  const size = at(compute, ['size']);
  return [
    field('min', 'Minimum', 'Compute', SIZES, text(at(compute, ['min']) ?? size, '0.25')),
    field('max', 'Maximum', 'Compute', SIZES, text(at(compute, ['max']) ?? size, '2')),
    field('suspendAfter', 'Sleep after', 'Compute', TIMEOUTS, text(at(compute, ['suspendAfter']), '5m')),
    field(
      'workingSet',
      'Working set',
      'Compute',
      [...BYTES, ...MORE_BYTES],
      text(at(compute, ['workingSet']), '0B'),
    ),
  ];
}

function ofClients(fields: ScenarioFields): readonly Control[] {
  const demands = demandsOf(fields);
  const connecting = demands.filter(({ kind }) => CONNECTING.includes(kind));
  const first = connecting[0];
  if (first === undefined) return [];
  const isPooled = connecting.every((one) => at(one.fields, ['route']) === 'pooler');
  return [
    {
      ...field('pooler', 'Through the pooler', 'Clients', ['false', 'true'], String(isPooled)),
      isChoice: true,
    },
    {
      ...field(
        'connectTimeout',
        'Connect timeout',
        'Clients',
        STARTS.slice(1),
        text(at(first.fields, ['client', 'connectTimeout']), '10s'),
      ),
      changes: (value) => connecting.map(({ index }) => `demand.${index}.client.connectTimeout=${value}`),
    },
    ...demands
      .filter(({ kind }) => kind === 'clients')
      .flatMap(({ index, name, fields: own }) => [
        field(
          `demand.${index}.count`,
          `Number of ${name}`,
          'Clients',
          span(1, 20, 1).map(String),
          text(at(own, ['count']), '1'),
        ),
        field(
          `demand.${index}.pool.max`,
          `Pool of ${name}`,
          'Clients',
          span(1, 50, 1).map(String),
          text(at(own, ['pool', 'max']), '1'),
        ),
        field(
          `demand.${index}.pool.idle`,
          `Pool of ${name} closes idle connections after`,
          'Clients',
          PERIODS,
          text(at(own, ['pool', 'idle']), 'never'),
        ),
      ]),
  ];
}

const CONNECTING = ['arrivals', 'poller', 'cron', 'clients'];

function ofDemand(fields: ScenarioFields): readonly Control[] {
  const events = at(fields, ['events']);
  const before = Array.isArray(events) ? events : [];
  return [
    {
      ...field('times', 'Demand times', 'Demand', TIMES, '1'),
      // An event from the beginning, longer than any scenario, multiplies all loads and arrivals.
      changes: (value) => [`events=${JSON.stringify([...before, `0s=x${value}/400d`])}`],
    },
    ...demandsOf(fields)
      .filter(({ kind }) => kind === 'poller')
      .map(({ index, name, fields: own }) =>
        field(
          `demand.${index}.every`,
          `Period of ${name}`,
          'Demand',
          PERIODS,
          text(at(own, ['every']), '1m'),
        ),
      ),
  ];
}

function ofService(fields: ScenarioFields): readonly Control[] {
  const plan = text(at(fields, ['plan']), 'scale');
  return [
    field(
      'assumptions.start',
      'Time of a start',
      'Service',
      STARTS,
      text(at(fields, ['assumptions', 'start']), '300ms'),
    ),
    { ...field('plan', 'Plan', 'Service', ['free', 'launch', 'scale'], plan), isChoice: true },
    {
      ...field('facts', 'Fact set', 'Service', ['spec', '2026-08'], text(at(fields, ['facts']), 'spec')),
      isChoice: true,
    },
    {
      ...field('price', 'Price of a CU-hour', 'Service', PRICES, 'as listed'),
      changes: (value) => [
        `prices={ date: 2026-08, source: a price of your own, currency: USD, computePerCuHour: { free: 0, launch: ${value}, scale: ${value} } }`,
      ],
    },
  ];
}

function field(id: string, label: string, group: Group, stops: readonly string[], value: string): Control {
  return {
    id,
    label,
    group,
    stops,
    isChoice: false,
    isPlanned: PLANNED.includes(id),
    value,
    changes: (to) => [`${id}=${to}`],
  };
}

const PLANNED = ['min', 'max', 'suspendAfter', 'pooler'];

interface Demand {
  readonly index: number;
  readonly kind: string;
  readonly name: string;
  readonly fields: unknown;
}

function demandsOf(fields: ScenarioFields): readonly Demand[] {
  const list = at(fields, ['demand']);
  return (Array.isArray(list) ? list : []).map((one, index) => {
    const kind = text(at(one, ['kind']), '');
    return { index, kind, name: text(at(one, ['name']), kind), fields: one };
  });
}

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (one, key) => (one as Record<string, unknown> | null | undefined)?.[key],
    value,
  );
}

function text(value: unknown, otherwise: string): string {
  if (value === undefined || value === null) return otherwise;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function span(from: number, to: number, step: number): readonly number[] {
  return Array.from({ length: Math.round((to - from) / step) + 1 }, (_, i) => from + i * step);
}
