export { type AppliedPlan, applyBlocks } from './apply-blocks.ts';
export { applyDocument } from './apply-document.ts';
export { appliedMany } from './apply-many.ts';
export type { ApplyForm } from './apply-request.ts';
export { type AwakeAnswer, awakePage } from './awake-page.ts';
export type { BacktestAnswer } from './backtest-answer.ts';
export { backtestDocument } from './backtest-document.ts';
export { backtestPage } from './backtest-page.ts';
export { bar } from './bar.ts';
export {
  type BillOfMany,
  billOfManyDocument,
  billOfManyPage,
  type ReplayedDatabase,
  type UnreplayedDatabase,
} from './bill-of-many.ts';
export { type BackgroundAnswer, bothWaysDocument } from './both-ways.ts';
export type { CheckAnswer } from './check-answer.ts';
export { checkPage, checkSentence, errorSentence } from './check-page.ts';
export { comparePage } from './compare-page.ts';
export type { Compared, ComparisonAnswer } from './comparison-answer.ts';
export { type DoctorAnswer, type DoctorMember, doctorDocument, type FoundProblem } from './doctor-page.ts';
export { type Draw, drawing } from './drawing.ts';
export { takenSentence } from './fact-words.ts';
export { fitPage } from './fit-page.ts';
export { duration, gibibytes, length, money, number, percent, span, times } from './format.ts';
export { goalList } from './goal-list.ts';
export type { IncidentAnswer } from './incident-answer.ts';
export { incidentDocument } from './incident-document.ts';
export { incidentPage } from './incident-page.ts';
export { jsonDocument } from './json-document.ts';
export { type Block, type PageForm, renderPage } from './page.ts';
export type { PlanAnswer } from './plan-answer.ts';
export { planPage } from './plan-page.ts';
export { type PoliciesAnswer, policiesPage } from './policies-page.ts';
export { type PortfolioAnswer, portfolioRows, type UnplannedDatabase } from './portfolio-answer.ts';
export { portfolioCsv } from './portfolio-csv.ts';
export { portfolioDocument } from './portfolio-document.ts';
export { portfolioPage } from './portfolio-page.ts';
export { presetList, presetPage } from './preset-page.ts';
export { amount, amountIn, brokenList, shareWords } from './promise-words.ts';
export {
  type RecordingCosts,
  recordingAfterword,
  recordingForeword,
  serverWords,
} from './recording-words.ts';
export { type SettingContext, settingPage } from './setting-page.ts';
export { settingWords } from './setting-words.ts';
export type { BesideRow, DemandChanges, SimulationAnswer } from './simulation-answer.ts';
export { simulationPage } from './simulation-page.ts';
export { drawnSizes } from './size-picture.ts';
export { sizeTablePage, sourceTable } from './size-table.ts';
export { statechartMermaid } from './statechart-mermaid.ts';
export { statechartSvg } from './statechart-svg.ts';
export { timeBands } from './time-bands.ts';
export { type Diagnosis, type TraceAnswer, tracePage } from './trace-page.ts';
export { tracesPage } from './traces-page.ts';
export { type TransitionRow, transitionPage, transitionRows } from './transition-table.ts';
export { RAN_OUT } from './trouble-words.ts';
export { watchFrame } from './watch-frame.ts';
export { brokenLines } from './wrap.ts';
