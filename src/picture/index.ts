export type { Chart } from './chart.ts';
export { overviewChart } from './charts/runs/overview.ts';
export { chartsOf } from './charts-of.ts';
export type { PortfolioDocument } from './documents/portfolio.ts';
export {
  isDocument,
  type ResultDocument,
  readResultDocument,
} from './documents/read-document.ts';
export { inBothThemes } from './drawing/both-themes.ts';
export { compiled } from './drawing/compiled.ts';
export type { Fonts } from './drawing/fonts.ts';
export { pngDrawer } from './drawing/png.ts';
export { svgOf } from './drawing/svg.ts';
export { THEME_NAMES, THEMES, type Theme, type ThemeName, themed } from './theme.ts';
