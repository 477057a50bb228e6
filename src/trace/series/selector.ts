import type { MetricSeries } from './series.ts';

/** How several series become one column, value by value. */
export type Join = 'sum' | 'max';

/** Selects series, in the syntax of Prometheus. */
export interface Selector {
  /** Null if exactly one series has to match. */
  readonly join: Join | null;
  /** The position in the file, from 1. Null if series are selected by name. */
  readonly place: number | null;
  /** Empty if any name matches. */
  readonly name: string;
  readonly conditions: readonly Condition[];
}

interface Condition {
  readonly label: string;
  readonly holds: (value: string) => boolean;
}

/**
 * Parses `METRIC`, `METRIC{label="x",other!~"y|z"}`, `{label="x"}`, `sum(METRIC)` or a position such as `2`. Null if
 * invalid.
 */
export function selectorOf(text: string): Selector | null {
  const joined = /^(sum|max)\s*\(([\s\S]*)\)$/.exec(text.trim());
  const join = (joined?.[1] as Join | undefined) ?? null;
  const inner = (joined?.[2] ?? text).trim();
  if (/^\d{1,6}$/.test(inner)) return { join, place: Number(inner), name: '', conditions: [] };
  const parts = /^([^{}]*)(?:\{([\s\S]*)\})?$/.exec(inner);
  if (parts === null || inner === '') return null;
  const conditions = conditionsOf(parts[2] ?? '');
  return conditions === null ? null : { join, place: null, name: (parts[1] as string).trim(), conditions };
}

/** Whether a series matches. As in PromQL, a missing label is empty and the name is the label `__name__`. */
export function matches({ place, name, conditions }: Selector, series: MetricSeries, at: number): boolean {
  if (place !== null) return place === at + 1;
  return (
    (name === '' || isNamed(series, name)) &&
    conditions.every(({ label, holds }) =>
      holds(label === '__name__' ? series.name : (series.labels[label] ?? '')),
    )
  );
}

/** Compares the whole name, or one word of it: labels of CloudWatch contain more than the metric. */
function isNamed({ name }: MetricSeries, metric: string): boolean {
  return name === metric || name.split(/[\s/.,:()[\]]+/).includes(metric);
}

const CONDITION = /\s*([A-Za-z_][\w.]*)\s*(=~|!~|!=|=)\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\s*(,|$)/y;

function conditionsOf(text: string): Condition[] | null {
  const conditions: Condition[] = [];
  for (let from = 0; text.slice(from).trim() !== ''; from = CONDITION.lastIndex) {
    CONDITION.lastIndex = from;
    const found = CONDITION.exec(text);
    if (found === null) return null;
    const [, label, operator, quoted] = found as unknown as [string, string, string, string];
    const holds = conditionOf(operator, quoted.slice(1, -1).replace(/\\(.)/g, '$1'));
    if (holds === null) return null;
    conditions.push({ label, holds });
  }
  return conditions;
}

function conditionOf(operator: string, wanted: string): Condition['holds'] | null {
  if (operator === '=') return (value) => value === wanted;
  if (operator === '!=') return (value) => value !== wanted;
  try {
    // A pattern has to match the whole value.
    const pattern = new RegExp(`^(?:${wanted})$`);
    return (value) => pattern.test(value) === (operator === '=~');
  } catch {
    return null;
  }
}
