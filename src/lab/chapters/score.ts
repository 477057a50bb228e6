import type { Plan } from '../../library/tidemark.ts';

/** How a configuration compares with the cheapest one that meets all objectives. */
export interface ChallengeScore {
  /** 100 if it costs no more than the cheapest that the planner found, 50 if it costs twice as much, 0 if it breaks an objective. */
  readonly points: number;
  readonly words: string;
}

export function scoreOf({ current, cheapest, currency }: Plan): ChallengeScore {
  const money = (amount: number) => amount.toLocaleString('en', { style: 'currency', currency });
  if (current === null) throw new Error('a scenario has a current configuration');
  const own = `${current.configuration.text} costs ${money(current.outcome.costPerMonth)} a month`;
  const best =
    cheapest === null
      ? 'No configuration meets all objectives.'
      : `The planner found ${cheapest.configuration.text} for ${money(cheapest.outcome.costPerMonth)}.`;
  if (current.broken.length > 0) {
    const names = [...new Set(current.broken.map(({ objective }) => objective))].join(', ');
    return { points: 0, words: `${own} and breaks ${names}. ${best}` };
  }
  const [cost, least] = [current.outcome.costPerMonth, cheapest?.outcome.costPerMonth ?? 0];
  const points = cost <= least ? 100 : Math.floor((100 * least) / cost);
  return { points, words: `${own} and meets all objectives. ${best}` };
}
