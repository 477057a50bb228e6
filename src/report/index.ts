export { takenSentence } from './fact-words.ts';
export { goalText } from './goal-text.ts';
export { type SettingContext, settingMarkdown, settingText } from './setting-view.ts';
export { type BesideRow, type SimulationAnswer, simulationText } from './simulation-text.ts';
export { sizeTableMarkdown, sizeTableText } from './size-table.ts';
export { statechartMermaid } from './statechart-mermaid.ts';
export { statechartSvg } from './statechart-svg.ts';
export { type TransitionRow, transitionRows, transitionTableText } from './transition-table.ts';
export { watchFrame } from './watch-frame.ts';
