import { configurationText } from '../../words/configuration-words.ts';
import type { PlanAnswer } from '../plan-answer.ts';

/** One line of JSON for each configuration, because there are hundreds. A field without a value is left out. */
export function comparedDocument({ compared, simulation }: PlanAnswer) {
  return compared.map(
    ({ configuration, reason, costPerMonth, atLeastPerMonth, under, broken, decidedBy }) => {
      const { size, suspendAfterMs, route } = configuration;
      const atMs = broken?.when?.firstMs ?? broken?.when?.worst?.fromMs;
      return {
        text: configurationText(configuration),
        ...size,
        suspendAfterMs,
        route,
        reason,
        ...(costPerMonth === null ? { atLeastPerMonth: atLeastPerMonth ?? 0 } : { costPerMonth }),
        ...(broken === null ? {} : { objective: broken.objective, found: broken.found, bound: broken.bound }),
        ...(under === null ? {} : { under }),
        ...(atMs === undefined ? {} : { at: new Date(simulation.startMs + atMs).toISOString() }),
        ...(decidedBy === null ? {} : { decidedBy }),
      };
    },
  );
}

/** The outcome and the broken objectives beside the reason, as other configurations of a plan have them. */
export function whyNotDocument({ whyNot }: PlanAnswer) {
  if (whyNot === null) return null;
  const { judged, ...rest } = whyNot;
  return { ...rest, outcome: judged?.outcome ?? null, broken: judged?.broken ?? [] };
}
