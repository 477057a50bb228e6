export { needsActivity, withActivity } from './activity/with-activity.ts';
export {
  type Awake,
  type AwakeGroup,
  type AwakeSettings,
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
export type { Part, UnreadPart } from './csv/split.ts';
export type { CensoredDemand } from './demand/cpu-demand.ts';
export { BOUND_WORDS, type CpuBound } from './demand/cpu-source.ts';
export { DemandFeed } from './demand/demand-feed.ts';
export { type DemandSettings, demandOf, type TraceDemand } from './demand/demand-of.ts';
export { type DemandSurvey, type SurveySettings, surveyDemand } from './demand/demand-survey.ts';
export { type GenerateSettings, generate } from './demand/generate.ts';
export { USUAL_QUERY_MS } from './demand/load-of.ts';
export type { Closeness } from './fit/closeness.ts';
export { type Fit, fitTrace } from './fit/fit-trace.ts';
export { LEAST_IDLE_VCPU } from './idle/idle-below.ts';
export type { IdleFigures } from './idle/idle-figures.ts';
export { type InstanceClass, instanceClass, nearestClass } from './instances/instance-class.ts';
export { jsonLines } from './json-lines/write-json-lines.ts';
export { parquet } from './parquet/write-parquet.ts';
export { RECORDER_APPLICATION } from './postgres-log/recorder.ts';
export { metricDataQueries } from './presets/metric-data-queries.ts';
export { PRESETS, type PresetName } from './presets/presets.ts';
export { LiveAnswers, type LiveQuery, liveQueries } from './prometheus/live-columns.ts';
export { rangeQuery, spansOf } from './prometheus/range-queries.ts';
export { COUNTED, QUANTITIES, QUANTITY_NAMES, type Quantity } from './quantity.ts';
export { type ForeignFile, foreignFile, foreignProblem } from './reading/foreign-file.ts';
export { formWords, isTrace } from './reading/is-trace.ts';
export { notesOfAll } from './reading/notes-of-all.ts';
export { openingOf } from './reading/opening.ts';
export { quoted } from './reading/quoted.ts';
export { readTrace, readTraces } from './reading/read-trace.ts';
export type { Reading, ReadSettings } from './reading/reading.ts';
export { lookAhead, type Source, sourceOf } from './reading/source.ts';
export { isWarning } from './reading/warning.ts';
export { closing } from './replay/closing.ts';
export { evenly, regular } from './replay/evenly.ts';
export { fillGaps } from './replay/fill-gaps.ts';
export { inMemory } from './replay/in-memory.ts';
export { merge } from './replay/merge.ts';
export { pulled } from './replay/pulled.ts';
export { repeat } from './replay/repeat.ts';
export { type Replay, type ReplayOperator, replay, replayOf } from './replay/replay.ts';
export { resample } from './replay/resample.ts';
export { scale } from './replay/scale.ts';
export { shift } from './replay/shift.ts';
export { slice } from './replay/slice.ts';
export type { Preset, Rule } from './series/rule.ts';
export { type Span, SpanMeter, spanOf } from './span.ts';
export type { DailyProfile } from './summary/daily.ts';
export type { ColumnFigures } from './summary/figures.ts';
export type { Answerable, Question } from './summary/questions.ts';
export { summaryOf, type TraceSummary } from './summary/summary.ts';
export type { Column, Gap, Statistic, Trace, TraceChunk, TraceHead, TraceStream } from './trace.ts';
export { EVENT_KINDS, type TraceEvent, type TraceEventKind } from './trace-event.ts';
