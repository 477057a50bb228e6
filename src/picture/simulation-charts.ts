import type { Chart } from './chart.ts';
import { awakeWeek } from './charts/runs/awake-week.ts';
import { cacheOverTime } from './charts/runs/cache-over-time.ts';
import { connectionsOverTime } from './charts/runs/connections-over-time.ts';
import { costOverTime } from './charts/runs/cost-over-time.ts';
import { diskOverTime } from './charts/runs/disk-over-time.ts';
import { lifeChart } from './charts/runs/life.ts';
import { sizeOverTime } from './charts/runs/size-over-time.ts';
import { throttlingOverTime } from './charts/runs/throttling-over-time.ts';
import type { SimulationDocument } from './documents/simulation.ts';
import type { Theme } from './theme.ts';

/** This many computes have charts of their own, the dearest ones. */
const MOST_COMPUTES = 3;

export function simulationCharts(document: SimulationDocument, theme: Theme): (Chart | null)[] {
  const dearest = [...document.computes].sort((one, other) => other.cost - one.cost).slice(0, MOST_COMPUTES);
  const own = document.computes.filter((compute) => dearest.includes(compute));
  return [
    ...own.map((compute) => sizeOverTime(document, compute, theme)),
    costOverTime(document, theme),
    awakeWeek(document, theme),
    ...own.flatMap((compute) => [
      connectionsOverTime(document, compute, theme),
      throttlingOverTime(document, compute, theme),
      cacheOverTime(document, compute, theme),
      diskOverTime(document, compute, theme),
      lifeChart(document, compute, theme),
    ]),
  ];
}
