import type { Statistic } from '../trace.ts';
import type { Series } from './series.ts';

/** What a series is called, as the name of a column or a cell has it. */
export type SeriesName = Pick<Series, 'name' | 'labels' | 'statistic'>;

/**
 * Reads `metric{label="x"}` and `{__name__="metric",label="x"}` of Prometheus, as Grafana heads its columns, and
 * `avg:metric{tag:x,other:y}` of Datadog. Null: the text has no labels in braces.
 */
export function labelledName(text: string): SeriesName | null {
  const [, query = '', inside] = /^\s*([^{}]*)\{([^{}]*)\}\s*$/.exec(text) ?? [];
  if (inside === undefined) return null;
  const labels = labelsOf(inside);
  if (labels === null) return null;
  const { __name__: named, ...rest } = labels;
  return { ...plainName(named ?? query), labels: rest };
}

/** The name of a metric, and the statistic that stands before it. */
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

/** Quotes may be lost, and commas with them, where a table was taken out of its own quotes. */
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

/** `dbinstanceidentifier:shop` is a label; what is no pair, such as `*`, is none. */
export function labelsOfTags(tags: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    tags.flatMap((tag) => {
      const [, label, value] = TAG.exec(tag.trim()) ?? [];
      return label === undefined || value === undefined ? [] : [[label, value]];
    }),
  );
}

const TAG = /^([^:\s]+):(.+)$/;
