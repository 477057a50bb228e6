export {
  type Awake,
  type AwakeGroup,
  type AwakeSettings,
  awakeOf,
  type Removal,
} from './awake/awake-of.ts';
export type { Period as AwakePeriod } from './awake/period.ts';
export { chunked, collect } from './collect.ts';
export type { Part } from './csv/split.ts';
export { type DemandSettings, demandOf, type TraceDemand, USUAL_QUERY_MS } from './demand-of.ts';
export type { ColumnFigures } from './figures.ts';
export { fillGaps } from './fill-gaps.ts';
export type { Closeness } from './fit/closeness.ts';
export { type Fit, fitTrace } from './fit/fit-trace.ts';
export { type GenerateSettings, generate } from './generate.ts';
export { endMs } from './holds.ts';
export { isTrace } from './is-trace.ts';
export { merge } from './merge.ts';
export { notesOfAll } from './notes-of-all.ts';
export { parquet } from './parquet/write-parquet.ts';
export { metricDataQueries } from './presets/metric-data-queries.ts';
export { PRESETS, type PresetName } from './presets/presets.ts';
export { LiveAnswers, type LiveQuery, liveQueries } from './prometheus/live-columns.ts';
export { rangeQuery, spansOf } from './prometheus/range-queries.ts';
export { COUNTED, QUANTITIES, QUANTITY_NAMES, type Quantity } from './quantity.ts';
export type { Answerable, Question } from './questions.ts';
export { readTrace, readTraces } from './read-trace.ts';
export type { Reading, ReadSettings } from './reading.ts';
export { repeat } from './repeat.ts';
export { regular, resample } from './resample.ts';
export { scale } from './scale.ts';
export type { Preset, Rule } from './series/rule.ts';
export { slice } from './slice.ts';
export { lookAhead, PIECE_BYTES, type Source, sourceOf } from './source.ts';
export { type DailyProfile, type IdleFigures, summaryOf, type TraceSummary } from './summary.ts';
export type { Column, Gap, Statistic, Trace, TraceChunk, TraceHead, TraceStream } from './trace.ts';
export { EVENT_KINDS, type TraceEvent, type TraceEventKind } from './trace-event.ts';
export { jsonLines } from './write-json-lines.ts';
