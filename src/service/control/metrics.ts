import { cuOf } from '../../facts/index.ts';
import type { Service } from '../service.ts';
import { sumOf } from '../usage/consumption.ts';

/** The metrics of the service in the text format of Prometheus. */
export function metricsText({ world }: Service): string {
  const states = new Map<string, number>();
  let connections = 0;
  let waiting = 0;
  let sizeCu = 0;
  for (const compute of world.computes.values()) {
    const { currentState, pendingState } = compute.view;
    const state = `${currentState ?? 'none'}/${pendingState ?? 'none'}`;
    states.set(state, (states.get(state) ?? 0) + 1);
    connections += compute.connections;
    waiting += compute.clients.waiting;
    if (currentState === 'active') sizeCu += cuOf(compute.size);
  }
  const metered = sumOf(world.tables.consumption.all());
  const { projects, branches, endpoints, operations, keys } = world.tables;
  return [
    ...gauge(
      'tidemark_computes',
      'Computes by state and pending state.',
      [...states].map(([state, count]) => {
        const [current, pending] = state.split('/');
        return [`{state="${current}",pending="${pending}"}`, count];
      }),
    ),
    ...gauge('tidemark_records', 'Records by kind.', [
      ['{kind="projects"}', projects.size],
      ['{kind="branches"}', branches.size],
      ['{kind="endpoints"}', endpoints.size],
      ['{kind="operations"}', operations.size],
      ['{kind="api_keys"}', keys.size],
    ]),
    ...gauge('tidemark_connections', 'Open connections.', [['', connections]]),
    ...gauge('tidemark_waiting_clients', 'Clients that wait for a compute.', [['', waiting]]),
    ...gauge('tidemark_active_compute_units', 'Compute units of all active computes.', [['', sizeCu]]),
    '# HELP tidemark_compute_unit_seconds_total Metered compute unit seconds, without the current stretches.',
    '# TYPE tidemark_compute_unit_seconds_total counter',
    `tidemark_compute_unit_seconds_total ${metered.quarterCuMs / 4000}`,
    ...gauge('tidemark_clock_seconds', 'The time of the service.', [['', world.nowMs / 1000]]),
    '',
  ].join('\n');
}

function gauge(
  name: string,
  help: string,
  values: readonly (readonly [labels: string, value: number])[],
): string[] {
  return [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} gauge`,
    ...values.map(([labels, value]) => `${name}${labels} ${value}`),
  ];
}
