import { ProblemError, problem } from '../../problem/index.ts';
import { collect } from '../collect.ts';
import type { DatabasePart, UnreadPart } from '../csv/split.ts';
import type { ReadSettings } from '../reading/reading.ts';
import { type CollectedSeries, readSeries } from './read-series.ts';
import type { Preset } from './rule.ts';
import type { MetricSeries } from './series.ts';

const MOST_PARTS = 1000;

/** Splits the series of several databases into one trace each, by the values of a label. */
export async function splitSeries(
  collected: CollectedSeries,
  presets: readonly Preset[],
  settings: ReadSettings,
  label: string,
): Promise<readonly (DatabasePart | UnreadPart)[]> {
  const place = { file: settings.name, field: `‹by› ${label}` };
  const groups = new Map<string, MetricSeries[]>();
  for (const one of collected.series) {
    const name = NAME.test(label) && !(label in one.labels) ? one.name : hostOf(one.labels[label] ?? '');
    if (name !== '') groups.set(name, [...(groups.get(name) ?? []), one]);
  }
  if (groups.size === 0) {
    const labels = [...new Set(collected.series.flatMap((one) => Object.keys(one.labels)))];
    throw problem(
      place,
      'no series has such a label',
      labels.length === 0 ? 'leave ‹by› out: there are no labels' : `labels are ${labels.join(', ')}`,
    );
  }
  if (groups.size > MOST_PARTS)
    throw problem(place, `it distinguishes more than ${MOST_PARTS} databases`, 'name another label');
  const parts: (DatabasePart | UnreadPart)[] = [];
  for (const [name, series] of groups)
    parts.push(await partOf(name, { ...collected, series }, presets, settings));
  return parts;
}

/** Splits by the name of the series, for files in which only names differ. */
const NAME = /^(?:series|metric|__name__)$/i;

/** Removes the port: exporters on the same machine have different ports. */
function hostOf(value: string): string {
  return value.replace(/(.):\d{2,5}$/, '$1');
}

/** Returns a problem in place of throwing it, so that one unreadable database does not stop the others. */
async function partOf(
  name: string,
  collected: CollectedSeries,
  presets: readonly Preset[],
  settings: ReadSettings,
): Promise<DatabasePart | UnreadPart> {
  try {
    const own = { ...settings, name: `${settings.name}, ${name}` };
    const { stream, notes, skipped } = readSeries(collected, presets, own);
    const trace = await collect(stream);
    return { name, trace: { ...trace, head: { ...trace.head, name } }, notes, skipped };
  } catch (error) {
    if (error instanceof ProblemError) return { name, error };
    throw error;
  }
}
