import type { Statistic } from '../trace.ts';
import type { MetricSeries } from './series.ts';

/** The name, labels and statistic of a series, parsed from a column name or a cell. */
export type SeriesName = Pick<MetricSeries, 'name' | 'labels' | 'statistic'>;

/**
 * Parses `metric{label="x"}` and `{__name__="metric",label="x"}` of Prometheus, as Grafana names columns, and
 * `avg:metric{tag:x,other:y}` of Datadog. Null if the text has no labels in braces.
 */
export function labelledName(text: string): SeriesName | null {
  const [, query = '', inside] = /^\s*([^{}]*)\{([^{}]*)\}\s*$/.exec(text) ?? [];
  if (inside === undefined) return null;
  const labels = labelsOf(inside);
  if (labels === null) return null;
  const { __name__: named, ...rest } = labels;
  return { ...plainName(named ?? query), labels: rest };
}

/** Splits a metric name from the statistic before it. */
export function plainName(text: string): Omit<SeriesName, 'labels'> {
  const [, statistic, name] = /^\s*(avg|min|max|sum|count|average|maximum)\s*[:.]\s*(.+)$/i.exec(text) ?? [];
  if (statistic === undefined || name === undefined) return { name: text.trim(), statistic: null };
  return { name: name.trim(), statistic: STATISTICS[statistic.toLowerCase()] ?? null };
}

const STATISTICS: Readonly<Record<string, Statistic>> = {
  avg: 'average',
  average: 'average',
  max: 'maximum',
  maximum: 'maximum',
};

/** Tables read without their quotes may have lost quotes and commas within labels. */
function labelsOf(inside: string): Record<string, string> | null {
  const text = inside.trim();
  if (text === '' || text === '*') return {};
  if (text.includes('=')) {
    const found = [
      ...text.matchAll(
        /([A-Za-z_]\w*)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^",]*?))\s*(?=,|$|\s[A-Za-z_]\w*\s*=)/g,
      ),
    ];
    return found.length === 0
      ? null
      : Object.fromEntries(found.map(([, label = '', quoted, bare = '']) => [label, quoted ?? bare]));
  }
  const tags = text.split(/[,\s]+/);
  return tags.every((tag) => TAG.test(tag)) ? labelsOfTags(tags) : null;
}

/** Turns tags such as `dbinstanceidentifier:shop` into labels. Other words, such as `*`, are ignored. */
export function labelsOfTags(tags: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    tags.flatMap((tag) => {
      const [, label, value] = TAG.exec(tag.trim()) ?? [];
      return label === undefined || value === undefined ? [] : [[label, value]];
    }),
  );
}

const TAG = /^([^:\s]+):(.+)$/;
