import { DEFAULT_FACT_SET, FACT_SET_NAMES, PLAN_NAMES } from '../../facts/index.ts';
import type { ScenarioFields } from '../../library/tidemark.ts';
import { at, computeIn, type DemandIn, demandsIn, fieldText } from './scenario-fields.ts';
import {
  BYTE_STOPS,
  CLIENT_STOPS,
  FACTOR_STOPS,
  PERIOD_STOPS,
  POOL_STOPS,
  PRICE_STOPS,
  SIZE_STOPS,
  TIMEOUT_STOPS,
  WAIT_STOPS,
} from './stops.ts';

/** Something of a scenario that a person can change. Its values are written as in a scenario file. */
export interface Control {
  readonly id: string;
  readonly label: string;
  readonly group: 'Compute' | 'Clients' | 'Demand' | 'Service';
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

/** The values of controls that differ from the scenario, by the ids of controls. */
export type Values = Readonly<Record<string, string>>;

/** The controls of a scenario: those of every compute, and those that its demand has. */
export function controlsOf(fields: ScenarioFields): readonly Control[] {
  const demands = demandsIn(fields);
  return [
    ...ofCompute(fields),
    ...ofConnections(demands),
    ...demands.filter(({ kind }) => kind === 'clients').flatMap(ofGroup),
    ...ofAmount(fields, demands),
    ...demands.filter(({ kind }) => kind === 'poller').map(ofPoller),
    ...ofService(fields),
  ];
}

/** The fields that differ from the scenario, as `FIELD=VALUE`. */
export function changesBy(controls: readonly Control[], values: Values): readonly string[] {
  return controls.flatMap((control) => {
    const value = values[control.id];
    return value === undefined || value === control.value ? [] : control.changes(value);
  });
}

function ofCompute(fields: ScenarioFields): readonly Control[] {
  const compute = computeIn(fields);
  const size = compute.size;
  return [
    field('min', 'Minimum', 'Compute', SIZE_STOPS, fieldText(compute.min ?? size, '0.25')),
    field('max', 'Maximum', 'Compute', SIZE_STOPS, fieldText(compute.max ?? size, '2')),
    field('suspendAfter', 'Sleep after', 'Compute', TIMEOUT_STOPS, fieldText(compute.suspendAfter, '5m')),
    field('workingSet', 'Working set', 'Compute', BYTE_STOPS, fieldText(compute.workingSet, '0B')),
  ];
}

const CONNECTING = ['arrivals', 'poller', 'cron', 'clients'];

/** Controls of all clients together. */
function ofConnections(demands: readonly DemandIn[]): readonly Control[] {
  const connecting = demands.filter(({ kind }) => CONNECTING.includes(kind));
  if (connecting.length === 0) return [];
  const routes = connecting.map(({ fields }) => fieldText(fields.route, 'direct'));
  const timeouts = connecting.map(({ fields }) => fieldText(at(fields, 'client', 'connectTimeout'), '5s'));
  return [
    choice('pooler', 'Through the pooler', 'Clients', ['false', 'true'], String(routes.every(isPooler))),
    {
      ...field('connectTimeout', 'Connect timeout', 'Clients', WAIT_STOPS, shared(timeouts)),
      changes: (value) => connecting.map(({ path }) => `${path}.client.connectTimeout=${value}`),
    },
  ];
}

const isPooler = (route: string) => route === 'pooler';

/** The value that all have. */
function shared(values: readonly string[]): string {
  return new Set(values).size === 1 ? (values[0] as string) : 'not all the same';
}

function ofGroup({ path, name, fields }: DemandIn): readonly Control[] {
  const idle = fieldText(at(fields, 'pool', 'idle'), NEVER);
  return [
    field(`${path}.count`, `Number of ${name}`, 'Clients', CLIENT_STOPS, fieldText(fields.count, '1')),
    field(
      `${path}.pool.max`,
      `Pool of ${name}`,
      'Clients',
      POOL_STOPS,
      fieldText(at(fields, 'pool', 'max'), '10'),
    ),
    {
      ...field(
        `${path}.pool.idle`,
        `Pool of ${name} closes idle connections after`,
        'Clients',
        [...PERIOD_STOPS, NEVER],
        idle,
      ),
      changes: (value) => [`${path}.pool.idle=${value === NEVER ? 'null' : value}`],
    },
  ];
}

const NEVER = 'never';

const MULTIPLIED = ['load', 'trace', 'arrivals'];

function ofAmount(fields: ScenarioFields, demands: readonly DemandIn[]): readonly Control[] {
  if (!demands.some(({ kind }) => MULTIPLIED.includes(kind))) return [];
  const events = Array.isArray(fields.events) ? fields.events : [];
  return [
    {
      ...field('times', 'Loads and arrivals, as a factor', 'Demand', FACTOR_STOPS, '1'),
      // An event from the beginning, longer than any scenario.
      changes: (value) => [`events=${JSON.stringify([...events, `0s=x${value}/3650d`])}`],
    },
  ];
}

function ofPoller({ path, name, fields }: DemandIn): Control {
  return field(`${path}.every`, `Period of ${name}`, 'Demand', PERIOD_STOPS, fieldText(fields.every, '1m'));
}

/** A start takes so long if a scenario does not say it. */
const USUAL_START = 'stated';

function ofService(fields: ScenarioFields): readonly Control[] {
  const start = fieldText(at(fields, 'assumptions', 'start'), USUAL_START);
  const facts = fieldText(fields.facts, DEFAULT_FACT_SET);
  return [
    field('assumptions.start', 'Time of a start', 'Service', ['0ms', ...WAIT_STOPS], start),
    choice('plan', 'Plan', 'Service', PLAN_NAMES, fieldText(fields.plan, 'scale')),
    // A scenario may name a file of its own.
    choice('facts', 'Fact set', 'Service', [...new Set([...FACT_SET_NAMES, facts])], facts),
    {
      ...field('price', 'Price of a CU-hour', 'Service', [AS_LISTED, ...PRICE_STOPS], AS_LISTED),
      changes: (value) => [`prices=${JSON.stringify(pricesWith(fields, value))}`],
    },
  ];
}

const AS_LISTED = 'as listed';

/** The price list of the scenario, or one of computes alone, with another price of a CU-hour. */
function pricesWith({ prices }: ScenarioFields, price: string): object {
  const own = { date: '2026-08', source: 'a price of your own', currency: 'USD', ...(prices ?? {}) };
  const amount = Number.isNaN(Number(price)) ? price : Number(price);
  return { ...own, computePerCuHour: { free: 0, launch: amount, scale: amount } };
}

function field(
  id: string,
  label: string,
  group: Control['group'],
  stops: readonly string[],
  value: string,
): Control {
  const isPlanned = PLANNED.includes(id);
  return { id, label, group, stops, isChoice: false, isPlanned, value, changes: (to) => [`${id}=${to}`] };
}

const PLANNED = ['min', 'max', 'suspendAfter', 'pooler'];

function choice(...[id, label, group, stops, value]: Parameters<typeof field>): Control {
  return { ...field(id, label, group, stops, value), isChoice: true };
}
