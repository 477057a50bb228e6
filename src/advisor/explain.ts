import { computeGoal, DEFAULT_AUTOSCALER, explainGoal, metricsOf } from '../compute/index.ts';
import { quarterCu, type SizeSetting } from '../facts/index.ts';
import { goalList } from '../report/index.ts';
import type { Sample } from '../scenario/index.ts';

/**
 * Returns the size that the autoscaler would choose for each sample of metrics, and why.
 *
 * @param range null to leave goals unlimited
 * @param lfcMetrics whether the working set counts
 */
export function explain(samples: readonly Sample[], range: SizeSetting | null, lfcMetrics: boolean) {
  const bounds =
    range === null ? null : { minQuarterCu: quarterCu(range.minCu), maxQuarterCu: quarterCu(range.maxCu) };
  const explained = samples.map(({ metrics, settings }) => {
    const config = { ...DEFAULT_AUTOSCALER, ...settings, lfcMetrics };
    return explainGoal(computeGoal(metricsOf(metrics, config), config), bounds);
  });
  return {
    schema: 'tidemark/explanation',
    version: 1,
    samples: explained.map(({ goal: { cpu, memory, lfc, goalQuarterCu, incomplete }, goalCu, boundBy }) => ({
      cpu,
      memory,
      lfc,
      goalQuarterCu,
      goalCu,
      boundBy,
      incomplete,
    })),
    page:
      explained.length === 0
        ? [{ kind: 'paragraph' as const, text: 'There are no samples in the list.' }]
        : explained.map((goal, i) => goalList(i + 1, goal)),
  };
}
