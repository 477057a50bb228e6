export { assumptionChanges } from './changes/assumption-changes.ts';
export { parseAssumptions } from './changes/assumption-overrides.ts';
export { changedDocument } from './changes/changed-document.ts';
export { type FieldChange, parseFieldChange, withoutChangedFields } from './changes/field-change.ts';
export type { ComputeEntry } from './computes/compute-plans.ts';
export { replicasOf } from './computes/replicas.ts';
export type { Overrides } from './context.ts';
export type { ExcludedPart } from './demand/excluded-demand.ts';
export { MEASURED_STEP_MS, measuredSimulation } from './demand/measured-simulation.ts';
export {
  type NamedTrace,
  type NamedTraces,
  type TraceMention,
  traceMentions,
} from './demand/trace-demand.ts';
export {
  type AskedTrace,
  type TraceQuestion,
  traceScenario,
  traceSettings,
} from './demand/trace-scenario.ts';
export { tracesScenario } from './demand/traces-scenario.ts';
export { readFacts } from './facts/fact-file.ts';
export { namedFactFile } from './facts/named-fact-file.ts';
export {
  type Bill,
  type BilledMonth,
  type BilledQuantity,
  billOfFlags,
  isBill,
  readBill,
} from './files/bill-file.ts';
export { type PastConfiguration, readHistory } from './files/history.ts';
export { isPortfolio, type PortfolioEntry, readPortfolio } from './files/portfolio.ts';
export { pricesText, readPrices } from './files/price-file.ts';
export { isProject } from './files/project.ts';
export { readSamples, type Sample } from './files/samples.ts';
export {
  HOW_TO_WRITE_PLAN,
  type PlannedCompute,
  type PlanSide,
  plannedCompute,
  readTerraformPlan,
} from './files/terraform-plan.ts';
export { drawnValues } from './intervals/drawn-values.ts';
export { type QuantityUnit, quantileOf, type UncertainQuantity } from './intervals/interval.ts';
export { hasIntervals, intervalsOf } from './intervals/intervals-of.ts';
export type { Uncertain } from './intervals/uncertain.ts';
export { likelyValues, withValues } from './intervals/with-values.ts';
export { EXCLUSION_WORDS, parseExclusion } from './notation/exclusion.ts';
export {
  BILLED_BYTES_WORDS,
  DURATION_WORDS,
  HOURS_WORDS,
  parseBilledBytes,
  parseDuration,
  parseHours,
} from './notation/notation.ts';
export { durationText } from './notation/notation-text.ts';
export { EVENT_WORDS, parseEvent, type RareEvent } from './notation/rare-event.ts';
export type { TraceReference } from './notation/trace-reference.ts';
export { type PassThroughItem, readScenario, type Scenario } from './scenario.ts';
export { fileJsonSchema, type WrittenFile } from './schema/json-schema.ts';
export { type Document, readDocument } from './text/document.ts';
export { editedText } from './text/edited-text.ts';
export { fittedScenario } from './writing/fitted-scenario.ts';
export { newAppScenario, profileOf } from './writing/new-app/new-app-scenario.ts';
export {
  type AppAnswers,
  type AppQuestionName,
  answerOf,
  QUESTION_NAMES,
  QUESTIONS,
} from './writing/new-app/questions.ts';
export { portfolioText } from './writing/portfolio-text.ts';
export { scenarioTemplate, TEMPLATE_DEMANDS, type TemplateDemand } from './writing/template.ts';
export { type SimulatedTrace, traceScenarioText } from './writing/trace-scenario-text.ts';
