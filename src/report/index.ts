export { type AwakeAnswer, awakePage } from './awake-page.ts';
export { comparePage } from './compare-page.ts';
export type { Compared, ComparisonAnswer } from './comparison-answer.ts';
export { takenSentence } from './fact-words.ts';
export { fitPage } from './fit-page.ts';
export { goalList } from './goal-list.ts';
export { jsonDocument } from './json-document.ts';
export { type Block, type PageForm, renderPage } from './page.ts';
export type { PlanAnswer } from './plan-answer.ts';
export { planPage } from './plan-page.ts';
export { type PoliciesAnswer, policiesPage } from './policies-page.ts';
export { type PortfolioAnswer, portfolioRows, type UnplannedDatabase } from './portfolio-answer.ts';
export { portfolioDocument } from './portfolio-document.ts';
export { portfolioPage } from './portfolio-page.ts';
export { presetList, presetPage } from './preset-page.ts';
export { amount } from './promise-words.ts';
export {
  type RecordingCosts,
  recordingAfterword,
  recordingForeword,
  serverWords,
} from './recording-words.ts';
export { type SettingContext, settingPage } from './setting-page.ts';
export type { BesideRow, DemandChanges, SimulationAnswer } from './simulation-answer.ts';
export { simulationPage } from './simulation-page.ts';
export { sizeTablePage, sourceTable } from './size-table.ts';
export { statechartMermaid } from './statechart-mermaid.ts';
export { statechartSvg } from './statechart-svg.ts';
export { type TraceAnswer, tracePage } from './trace-page.ts';
export { tracesPage } from './traces-page.ts';
export { type TransitionRow, transitionPage, transitionRows } from './transition-table.ts';
export { watchFrame } from './watch-frame.ts';
