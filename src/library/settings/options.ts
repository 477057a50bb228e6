import type { PlanName } from '../../facts/index.ts';
import type { ObjectiveName, ProfileName } from '../../planner/index.ts';
import type { Gap, PresetName } from '../../trace/index.ts';

/**
 * Values by their names, such as `{ throttled: '5%' }`, or written as on the command line, such as `['throttled=5%']`.
 */
export type NamedValues<Name extends string = string> =
  | Readonly<Partial<Record<Name, string | number | boolean>>>
  | readonly string[];

/** A size: a fixed one, or the two ends of a range, in compute units (CU). */
export interface SizeOptions {
  /** Lower end of the autoscaling range. */
  readonly min?: number;
  /** Upper end of the autoscaling range. */
  readonly max?: number;
  /** A fixed size, in place of a range. */
  readonly size?: number;
}

/** The options of every question about a scenario or a trace. Options go before what the file says. */
export interface QuestionOptions {
  /** The seed of all random draws. */
  readonly seed?: number;
  /** The fact set to use: the name of one that is shipped, or a file with one of your own. */
  readonly facts?: string;
  /** The plan to check and price for. */
  readonly plan?: PlanName;
  /** A file with a price list, in YAML or JSON, in place of the built-in prices. */
  readonly prices?: string;
  /** Days or times to cut out of a trace, such as `['2026-03-04']`. */
  readonly exclude?: readonly string[];
  /** Rare events to add, such as `['2026-11-27=x3/24h']`. */
  readonly event?: readonly string[];
  /** Assumptions that you know, such as `{ concurrency: 20, burst: 'no', start: 'measured' }`. */
  readonly assume?: NamedValues<StatedAssumption>;
  /** The hours of the objective `cold-starts-in-hours`, such as `mon-fri 9-17`. */
  readonly hours?: string;
  /** The delay of the objective `delayed-over`, such as `1s`. */
  readonly delayedOver?: string;
}

/** The assumptions that can be stated. */
type StatedAssumption =
  | 'burst'
  | 'random-arrivals'
  | 'concurrency'
  | 'connections'
  | 'start'
  | 'skew'
  | 'memory';

/** A configuration to run, in place of that of the scenario. */
export interface ConfigurationOptions extends SizeOptions {
  /** Inactivity before sleep, such as `5m`, or `off`. */
  readonly suspendAfter?: string;
  /** Whether all clients come through the pooler. */
  readonly pooler?: boolean;
}

/** Any fields of the scenario to change, or of the one that a trace stands for. */
export interface ChangedFields {
  /** Fields to change, such as `{ max: 4 }`, `{ pooler: true }` or `{ 'compute.suspendAfter': '10m' }`. */
  readonly set?: NamedValues;
}

/** The settings of a question that runs one configuration. */
export interface SimulationOptions extends ConfigurationOptions, QuestionOptions {}

/**
 * How to read a trace. A scenario has fields of its own for this.
 *
 * @example
 * ```ts
 * import { readTrace, type TraceOptions } from 'tidemark/trace';
 *
 * const bytes = 'when;busy %\n02.03.2026 10:00;35\n02.03.2026 10:05;80\n02.03.2026 10:10;20';
 * const options: TraceOptions = { map: { cpu: 'busy %:percent' }, vcpus: 4, timezone: 'Europe/Berlin' };
 * const { times } = await readTrace({ name: 'day.csv', bytes }, options);
 * console.log(new Date(Number(times[0])).toISOString()); // 2026-03-02T09:00:00.000Z
 * ```
 */
export interface TraceOptions {
  /** The columns of quantities, such as `{ cpu: 'CPUUtilization:percent' }`. They are guessed otherwise. */
  readonly map?: NamedValues;
  /** The processors of the machine that was measured. */
  readonly vcpus?: number;
  /** Its RDS class, for processors and memory, such as `db.r6g.large`. */
  readonly instance?: string;
  /** Labels of the series to read, such as `instance="db-1"`. */
  readonly where?: string;
  /** The time zone of local times, such as `Europe/Berlin`. */
  readonly timezone?: string;
  /** The meaning of a missing sample. */
  readonly gap?: Gap;
  /** The system whose metrics these are. */
  readonly preset?: PresetName;
  /** Whether unreadable parts are errors. They are skipped otherwise, and a note counts them. */
  readonly strict?: boolean;
  /** CPU of one query, such as `20ms`. */
  readonly cpuPerQuery?: string;
  /** `log_line_prefix` of the server, for a log. */
  readonly logPrefix?: string;
  /** CU in force while the trace was recorded, such as `2` or `2026-03-01=1,2026-03-10=2`. */
  readonly capacity?: string;
  /** Samples with so few vCPU count as idle, such as 0.06. */
  readonly idleBelow?: number;
}

/** How to split a table into databases. */
export interface ByOptions {
  /** The column that names databases, or columns with a `*` for the names. */
  readonly by?: string;
}

/** Which objectives a configuration has to meet. */
export interface ObjectiveOptions {
  /** The objectives to start from; `balanced` if nothing is said. */
  readonly profile?: ProfileName;
  /** Other bounds for single objectives, such as `{ throttled: '5%', budget: 50, quota: 'off' }`. */
  readonly objective?: NamedValues<ObjectiveName>;
}

/** Which configurations a plan may choose. */
export interface ChoiceOptions {
  /** Only these timeouts, such as `5m,1h,off`. */
  readonly timeouts?: string;
  /** No size below, in CU. */
  readonly lowest?: number;
  /** No size above, in CU. */
  readonly highest?: number;
  /** Only fixed sizes, or only ranges. */
  readonly only?: 'fixed' | 'range';
  /** Only with all clients through the pooler, or only with none. */
  readonly pooler?: boolean;
}

/** Values written as on the command line: `name=value`. */
export function writtenValues(values: NamedValues | undefined): readonly string[] {
  if (values === undefined) return [];
  if (isList(values)) return values;
  return Object.entries(values).map(([name, value]) => `${name}=${value}`);
}

function isList(values: NamedValues): values is readonly string[] {
  return Array.isArray(values);
}
