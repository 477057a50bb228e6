export { needsActivity, withActivity } from './activity/with-activity.ts';
export {
  type Awake,
  type AwakeGroup,
  awakeOf,
  type Removal,
} from './awake/awake-of.ts';
export type { Period as AwakePeriod } from './awake/period.ts';
export { type Background, backgroundOf, type FoundBackground } from './background/background.ts';
export type { Poller } from './background/pollers.ts';
export { boundWords } from './bounds/bound-words.ts';
export { type Bound, type TimedBound, withoutSpans } from './bounds/bounds.ts';
export type { CapacityStep } from './bounds/capacity-step.ts';
export { traceInForce } from './bounds/with-capacity.ts';
export { chunked, collect } from './collect.ts';
export type { DatabasePart, UnreadPart } from './csv/split.ts';
export type { CensoredDemand } from './demand/cpu-demand.ts';
export { BOUND_WORDS, type CpuBound } from './demand/cpu-source.ts';
export { DemandFeed } from './demand/demand-feed.ts';
export { demandOf, type TraceDemand } from './demand/demand-of.ts';
export { surveyDemand } from './demand/demand-survey.ts';
export { generate } from './demand/generate.ts';
export { type DemandSettings, USUAL_QUERY_MS } from './demand/load-of.ts';
export type { Closeness } from './fit/closeness.ts';
export { type FittedLoad, fitTrace } from './fit/fit-trace.ts';
export { LEAST_IDLE_VCPU } from './idle/idle-below.ts';
export { type InstanceClass, instanceClass, nearestClass } from './instances/instance-class.ts';
export { jsonLines } from './json-lines/write-json-lines.ts';
export { appliedInMemory } from './operators/in-memory.ts';
export { merge } from './operators/merge.ts';
export { applied, type Operator } from './operators/operator.ts';
export { resample } from './operators/resample.ts';
export { slice } from './operators/slice.ts';
export { ParquetPieces } from './parquet/parquet-pieces.ts';
export { parquet } from './parquet/write-parquet.ts';
export { RECORDER_APPLICATION } from './postgres-log/recorder.ts';
export { metricDataQueries } from './presets/metric-data-queries.ts';
export { PRESETS, type PresetName } from './presets/presets.ts';
export { liveTrace } from './prometheus/live-trace.ts';
export { rangeQuery } from './prometheus/range-queries.ts';
export { QUANTITIES, QUANTITY_NAMES, type Quantity } from './quantity.ts';
export { jsonDocuments } from './reading/json-documents.ts';
export { mergedNotes } from './reading/notes-of-all.ts';
export { quoted } from './reading/quoted.ts';
export { readTrace, readTraces } from './reading/read-trace.ts';
export type { Reading, ReadSettings } from './reading/reading.ts';
export { type Recognised, recognise } from './reading/recognise.ts';
export { type ByteSource, sourceOf } from './reading/source.ts';
export { isWarning, warning } from './reading/warning.ts';
export type { Preset, Rule } from './series/rule.ts';
export type { MetricSeries } from './series/series.ts';
export { meterOf, type Span, spanOf } from './span.ts';
export { summaryOf, type TraceSummary } from './summary/summary.ts';
export {
  type Column,
  GAPS,
  type Gap,
  type Statistic,
  type Trace,
  type TraceChunk,
  type TraceHead,
  type TraceStream,
} from './trace.ts';
export { TRACE_EVENT_KINDS, type TraceEvent } from './trace-event.ts';
