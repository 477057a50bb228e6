export { type AppliedPlan, applyBlocks } from './apply/apply-blocks.ts';
export { applyDocument } from './apply/apply-document.ts';
export { appliedMany } from './apply/apply-many.ts';
export { APPLY_FORMS, type ApplyForm } from './apply/apply-request.ts';
export { SCHEDULE_FORMS, type ScheduleForm } from './apply/apply-schedule.ts';
export type { BacktestAnswer } from './backtest/backtest-answer.ts';
export { backtestDocument } from './backtest/backtest-document.ts';
export { backtestPage } from './backtest/backtest-page.ts';
export type { BillAnswer, ComputeMonth as ComputeMonthOfBill } from './bill/bill-answer.ts';
export { isOverQuota } from './bill/bill-blocks.ts';
export { billDocument } from './bill/bill-document.ts';
export type { CheckAnswer } from './check/check-answer.ts';
export { checkPage, checkSentence, errorSentence } from './check/check-page.ts';
export { lineDocument } from './check/invoice-line-words.ts';
export { collectedList } from './collect/collected-list.ts';
export { failuresOfCollection, withoutSamples } from './collect/collection-counts.ts';
export { collectionDocument } from './collect/collection-document.ts';
export { comparePage } from './compare/compare-page.ts';
export type { Compared, ComparisonAnswer } from './compare/comparison-answer.ts';
export {
  type DoctorAnswer,
  type DoctorMember,
  doctorDocument,
  type FoundProblem,
} from './doctor/doctor-page.ts';
export { goalList } from './explain/goal-list.ts';
export { factSetsPage, factsDifferencePage, factsPage } from './facts/facts-page.ts';
export type { IncidentAnswer } from './incident/incident-answer.ts';
export { incidentDocument } from './incident/incident-document.ts';
export { incidentPage } from './incident/incident-page.ts';
export { RAN_OUT } from './incident/trouble-words.ts';
export { jsonDocument, jsonPieces, plainDocument } from './page/json-document.ts';
export { LazyList } from './page/lazy-list.ts';
export { oneScreen, SCREEN_LINES } from './page/one-screen.ts';
export { type Draw, drawing, type PageBlock, type PageForm, renderPage } from './page/page.ts';
export { brokenLines } from './page/wrap.ts';
export { bar } from './pictures/bar.ts';
export type { CapacityTimeSeries } from './pictures/capacity-picture.ts';
export { drawnSizes } from './pictures/size-picture.ts';
export { timeBands } from './pictures/time-bands.ts';
export { scheduleDocument } from './plan/asked/schedule.ts';
export { type BackgroundAnswer, bothWaysDocument } from './plan/both-ways.ts';
export { comparedDocument, whyNotDocument } from './plan/compared/compared-document.ts';
export type { PlanAnswer } from './plan/plan-answer.ts';
export { planPage } from './plan/plan-page.ts';
export { planSummary } from './plan/summary/plan-summary.ts';
export { type PoliciesAnswer, policiesPage } from './policies/policies-page.ts';
export {
  type BillOfMany,
  billOfManyDocument,
  billOfManyPage,
  type ReplayedDatabase,
  type UnreplayedDatabase,
} from './portfolio/bill-of-many.ts';
export { changesSince } from './portfolio/digest/changes-since.ts';
export { digestBlocks } from './portfolio/digest/digest.ts';
export type { EarlierDatabase, EarlierPlan } from './portfolio/digest/earlier-plan.ts';
export {
  type PortfolioAnswer,
  portfolioRows,
  type RollUpBy,
  type UnplannedDatabase,
} from './portfolio/portfolio-answer.ts';
export { portfolioDocument } from './portfolio/portfolio-document.ts';
export { portfolioPage } from './portfolio/portfolio-page.ts';
export { rowMaker } from './portfolio/rows/portfolio-row.ts';
export { REASON_CODES } from './portfolio/rows/reasons.ts';
export { SEVERITIES, type Severity } from './portfolio/rows/severity.ts';
export { portfolioCsv } from './portfolio/table/portfolio-csv.ts';
export { portfolioParquet } from './portfolio/table/portfolio-parquet.ts';
export {
  type JudgedLimit,
  type PlannedEntry,
  type ProjectAnswer,
  projectTotals,
  projectVerdict,
} from './project/project-answer.ts';
export { projectPage, projectSummary } from './project/project-page.ts';
export type { BesideRow, DemandChanges, SimulationAnswer } from './simulate/simulation-answer.ts';
export { simulationBlocks } from './simulate/simulation-blocks.ts';
export { type SettingContext, settingPage } from './sizes/setting-page.ts';
export { sizeTablePage, sourceTable } from './sizes/size-table.ts';
export { statechartMermaid } from './statechart/statechart-mermaid.ts';
export { statechartSvg } from './statechart/statechart-svg.ts';
export { type TransitionRow, transitionPage, transitionRows } from './statechart/transition-table.ts';
export { type AwakeAnswer, awakePage } from './trace/awake-page.ts';
export { fitPage } from './trace/fit-page.ts';
export { presetList, presetPage } from './trace/preset-page.ts';
export {
  type RecordingCosts,
  recordingAfterword,
  recordingForeword,
  serverWords,
} from './trace/recording-words.ts';
export { type Diagnosis, type TraceAnswer, tracePage } from './trace/trace-page.ts';
export { tracesPage } from './trace/traces-page.ts';
export { watchFrame } from './watch/watch-frame.ts';
export { configurationCell, configurationText, configurationWords } from './words/configuration-words.ts';
export { takenSentence } from './words/fact-words.ts';
export {
  durationWords,
  gibibytes,
  hoursWords,
  length,
  money,
  numberWords,
  percent,
  span,
  times,
} from './words/format.ts';
export { amount, amountIn, brokenList, shareWords } from './words/objective-words.ts';
export type { WorldsAnswer } from './worlds/worlds-answer.ts';
export { worldsPage, worldsSummary } from './worlds/worlds-page.ts';
