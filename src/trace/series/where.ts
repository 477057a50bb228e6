import { problem } from '../../problem/index.ts';
import { quoted } from '../reading/quoted.ts';
import { matches, selectorOf } from './selector.ts';
import { type MetricSeries, seriesWords, someWords } from './series.ts';

/** The series whose labels match, as in `instance="db-1"`. */
export function seriesWhere(
  series: readonly MetricSeries[],
  where: string,
  file: string,
): readonly MetricSeries[] {
  const selector = selectorOf(where.trim().startsWith('{') ? where : `{${where}}`);
  const place = { file, field: `‹where› ${where}` };
  if (selector === null)
    throw problem(place, 'this names no labels', `write them as ‹where› ${quoted('instance="db-1"')}`);
  const found = series.filter((one, at) => matches(selector, one, at));
  if (found.length > 0) return found;
  throw problem(place, 'no series has such labels', `there are ${someWords(series.map(seriesWords))}`);
}

/**
 * A condition that selects one of several groups, by the first label that differs. It ignores ports, because several
 * exporters run on one machine. Null if no label differs.
 */
export function distinguishingCondition(
  groups: readonly Pick<MetricSeries, 'labels'>[],
): { readonly label: string; readonly where: string } | null {
  const labels = [...new Set(groups.flatMap(({ labels }) => Object.keys(labels)))];
  const label = labels
    .filter((one) => one !== RESULT && new Set(groups.map(({ labels }) => labels[one] ?? '')).size > 1)
    .sort((a, b) => rank(a) - rank(b))[0];
  const value = groups.find(({ labels }) => label !== undefined && (labels[label] ?? '') !== '')?.labels[
    label ?? ''
  ];
  if (label === undefined || value === undefined) return null;
  const [, host] = /^(.+):\d{2,5}$/.exec(value) ?? [];
  const where =
    host === undefined
      ? `${label}=${JSON.stringify(value)}`
      : `${label}=~${JSON.stringify(`${host.replace(/[.\\^$*+?()[\]{}|]/g, '[$&]')}(:.*)?`)}`;
  return { label, where };
}

/** CloudWatch's id of a result also distinguishes metrics, so it does not tell databases apart. */
const RESULT = 'id';

/** Labels for databases come before labels for machines, and other labels come last. */
const RANKS = /^(?:endpoint_id|db_?instance_?identifier|database_id|db_?cluster_?identifier|facet)$/i;
const rank = (label: string) =>
  RANKS.test(label) ? 0 : /^(?:instance|host|pod|server|series)$/i.test(label) ? 1 : 2;
