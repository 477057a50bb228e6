import type { ReadTrace } from './read-trace.ts';

/**
 * A scenario or a trace to ask about: the path of a file, the content of one, a trace that was read before, or the
 * fields of a scenario. In a browser, a path is a name in `files`.
 *
 * @example
 * ```ts
 * import { readFileSync } from 'node:fs';
 * import type { Source } from 'tidemark';
 *
 * const path: Source = 'scenarios/traces/office-week.jsonl';
 * const content: Source = { name: 'office-week.jsonl', bytes: readFileSync(path) };
 * const fields: Source = { horizon: '1h', compute: { size: 1 }, demand: [{ kind: 'load', vcpu: 0.2 }] };
 * console.log(path, content.name, fields.horizon);
 * ```
 */
export type Source = string | NamedContent | ReadTrace | ScenarioFields;

/**
 * The content of a file.
 *
 * @example
 * ```ts
 * import { type NamedContent, simulate } from 'tidemark';
 *
 * // Rows from your monitoring become a CSV file that is never written to disk.
 * const rows = [
 *   { time: '2026-03-02T10:00Z', cpu: 0.3 },
 *   { time: '2026-03-02T10:05Z', cpu: 0.9 },
 * ];
 * const lines = ['time,cpu', ...rows.map(({ time, cpu }) => `${time},${cpu}`)];
 * const content: NamedContent = { name: 'monitoring.csv', bytes: lines.join('\n') };
 * const { from } = await simulate(content, { map: { cpu: 'cpu:vcpu' }, compare: false });
 * console.log(from); // 2026-03-02T10:00:00.000Z
 * ```
 */
export interface NamedContent {
  /** The name to show in problems. Paths in a scenario are relative to its folder. */
  readonly name?: string;
  /** A text in UTF-8, or bytes of any format that can be read. */
  readonly bytes: string | Uint8Array;
}

/**
 * The fields of a scenario, as its file has them: docs/scenario.schema.json lists all.
 *
 * @example
 * ```ts
 * import { type ScenarioFields, simulate } from 'tidemark';
 *
 * function shop(visitorsPerSecond: number): ScenarioFields {
 *   const visitors = { kind: 'arrivals', perSecond: visitorsPerSecond, query: { cpu: '200ms' } };
 *   return { horizon: '1h', compute: { min: 0.25, max: 4 }, demand: [visitors] };
 * }
 *
 * for (const visitors of [0.5, 5]) {
 *   const { totals } = await simulate(shop(visitors), { compare: false });
 *   console.log(visitors, totals.cuHours);
 * }
 * ```
 */
export type ScenarioFields = Readonly<Record<string, unknown>>;

export function hasBytes(source: object): source is NamedContent {
  return 'bytes' in source && (typeof source.bytes === 'string' || source.bytes instanceof Uint8Array);
}
