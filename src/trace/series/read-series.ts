import { problem, type Suggestion } from '../../problem/index.ts';
import { cpuSuggestion } from '../reading/machine-unknown.ts';
import { quoted } from '../reading/quoted.ts';
import type { Reading, ReadSettings } from '../reading/reading.ts';
import { chosenByGuess, cpuUnitOf } from './by-guess.ts';
import { chosenByMap } from './by-map.ts';
import { chosenByRules, foundBy } from './by-rules.ts';
import type { ChosenColumn } from './chosen-column.ts';
import type { Preset } from './rule.ts';
import { type MetricSeries, seriesWords, someWords } from './series.ts';
import { seriesTrace } from './series-trace.ts';
import { seriesWhere } from './where.ts';

/** The series of a file, with notes on how they were read. */
export interface CollectedSeries {
  readonly series: readonly MetricSeries[];
  readonly notes: readonly string[];
  readonly skipped: ReadonlyMap<string, number>;
  /** The processors of the machine, if the file says how many. */
  readonly vcpus?: number | null;
}

/**
 * Turns series into a trace. Columns come from `--map`, or else from the requested preset or the one that knows most
 * names, or else from guesses by name.
 */
export function readSeries(
  collected: CollectedSeries,
  presets: readonly Preset[],
  asked: ReadSettings,
): Reading {
  const { notes, skipped } = collected;
  const settings = { ...asked, vcpus: asked.vcpus ?? collected.vcpus ?? null };
  const file = settings.name;
  const series =
    settings.where === undefined ? collected.series : seriesWhere(collected.series, settings.where, file);
  if (series.length === 0)
    throw problem({ file }, 'the file has no series', 'ask for a time and for metrics that have samples');
  const preset = settings.preset === undefined ? bestPreset(presets, series) : named(presets, settings);
  const isSized = (settings.memoryBytes ?? null) !== null;
  const rules = (preset?.rules ?? []).filter(({ unit }) => unit !== 'free-bytes' || isSized);
  const chosen =
    settings.map.length > 0 ? chosenByMap(series, rules, settings) : chosenByRules(rules, series, settings);
  const choices =
    chosen.length > 0 || settings.preset !== undefined ? chosen : chosenByGuess(series, settings);
  if (choices.length === 0) throw noKnownNames(series, settings);
  refuseHistograms(choices, file);
  const left = series.filter((one) => !choices.some((choice) => choice.series.includes(one)));
  return seriesTrace(choices, settings, {
    notes: [
      // With only one preset there was no choice to report.
      ...(settings.map.length > 0 ||
      settings.preset !== undefined ||
      presets.length === 1 ||
      preset === null ||
      chosen.length === 0
        ? []
        : [`the names are those of ‹preset› ${preset.name}`]),
      ...unreadNotes(left, preset, settings),
      ...notes,
    ],
    skipped,
    gap: preset?.gap ?? null,
    untilMs: Number.POSITIVE_INFINITY,
  });
}

function named(presets: readonly Preset[], { preset: name, name: file }: ReadSettings): Preset {
  const preset = presets.find((one) => one.name === name);
  if (preset !== undefined) return preset;
  throw problem(
    { file, field: '‹preset›' },
    `the preset ${name} is not for this kind of file`,
    'leave it out',
  );
}

/** The preset that knows most of the series, the first of equals. Null if none knows any. */
function bestPreset(presets: readonly Preset[], series: readonly MetricSeries[]): Preset | null {
  let most: { preset: Preset | null; known: number } = { preset: null, known: 0 };
  for (const preset of presets) {
    const known = new Set(preset.rules.flatMap((rule) => foundBy(rule, series))).size;
    if (known > most.known) most = { preset, known };
  }
  return most.preset;
}

export function refuseHistograms(choices: readonly ChosenColumn[], file: string): void {
  for (const { quantity, series } of choices) {
    const bucket = series.find(({ name }) => name.endsWith('_bucket'));
    if (bucket === undefined) continue;
    const metric = bucket.name.replace(/_bucket$/, '');
    throw problem(
      { file, field: seriesWords(bucket) },
      'a bucket of a histogram is no measurement over time',
      `map ${metric}_count for how many there were, or export a query such as histogram_quantile(0.5, …) and map ${quantity} to it`,
    );
  }
}

function noKnownNames(series: readonly MetricSeries[], { name: file, preset, vcpus }: ReadSettings) {
  const words = series.map(seriesWords);
  const [first] = series as readonly [MetricSeries];
  const unit = cpuUnitOf(first);
  return problem(
    { file },
    preset === undefined
      ? `no name of a series says what it measures: ${someWords(words)}`
      : `none of its series is one that ‹preset› ${preset} knows: ${someWords(words)}`,
    `say so, as in ‹map› ${quoted(`cpu=${words[0]}:${unit}`)}`,
    [
      ...(areDatabases(series) ? [eachSuggested(unit, vcpus)] : []),
      cpuSuggestion(seriesWords(first), unit, vcpus),
    ],
  );
}

/** Whether the series are most likely one quantity of several databases: each has a unique name and no labels. */
function areDatabases(series: readonly MetricSeries[]): boolean {
  const names = new Set(series.map(({ name }) => name));
  return (
    series.length > 1 &&
    names.size === series.length &&
    series.every(({ name, labels }) => name !== '' && Object.keys(labels).length === 0)
  );
}

function eachSuggested(unit: string, vcpus: number | null): Suggestion {
  const { options } = cpuSuggestion('{}', unit, vcpus);
  return {
    options: [['by', 'series'], ...options],
    when: `if each series is the CPU of a database, in ${unit}${options.some(([name]) => name === 'vcpus') ? ' of 2 vCPU' : ''}`,
  };
}

function unreadNotes(left: readonly MetricSeries[], preset: Preset | null, { map }: ReadSettings): string[] {
  if (map.length > 0 || left.length === 0) return [];
  return [...new Set(left.map(({ name }) => name))].map((name) => {
    const known = preset?.unread.find(({ metric }) => isOf(metric, name));
    const words = known?.metric ?? (name === '' ? 'series without a name' : name);
    return `not read: ${words}${known === undefined ? '' : `, ${known.why}`}`;
  });
}

/** A metric may be one word of a longer name, and one entry may list several metrics. */
function isOf(metric: string, name: string): boolean {
  return metric.split(/[\s,{]+/).includes(name) || name.split(/[\s.,:()]+/).includes(metric);
}
