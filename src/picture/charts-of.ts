import type { Chart } from './chart.ts';
import { checkBill } from './charts/checks/check-bill.ts';
import { checkDays } from './charts/checks/check-days.ts';
import { checkHours } from './charts/checks/check-hours.ts';
import { remediesChart } from './charts/incidents/remedies.ts';
import { shortagesChart } from './charts/incidents/shortages.ts';
import { comparisonFigures } from './charts/plans/comparison-figures.ts';
import { costIntervals } from './charts/plans/cost-intervals.ts';
import { frontierChart } from './charts/plans/frontier.ts';
import { growthChart } from './charts/plans/growth.ts';
import { pausesChart } from './charts/plans/pauses.ts';
import { policyCosts } from './charts/plans/policy-costs.ts';
import { portfolioSavings } from './charts/plans/portfolio-savings.ts';
import type { ResultDocument } from './documents/read-document.ts';
import { simulationCharts } from './simulation-charts.ts';
import type { Theme } from './theme.ts';

/** Returns the charts of a result, the most useful one first. A chart is left out if the result lacks its figures. */
export function chartsOf(document: ResultDocument, theme: Theme): Chart[] {
  return all(document, theme).filter((chart) => chart !== null);
}

function all({ kind, result }: ResultDocument, theme: Theme): (Chart | null)[] {
  switch (kind) {
    case 'simulation':
      return simulationCharts(result, theme);
    case 'plan':
      return [frontierChart(result, theme), costIntervals(result, theme), growthChart(result, theme)];
    case 'comparison':
      return [comparisonFigures(result, theme)];
    case 'policies':
      return [policyCosts(result, theme), pausesChart(result, theme)];
    case 'check':
      return [checkDays(result, theme), checkHours(result, theme), checkBill(result, theme)];
    case 'incident':
      return [shortagesChart(result, theme), remediesChart(result, theme)];
    case 'portfolio-plan':
      return [portfolioSavings(result, theme)];
  }
}
