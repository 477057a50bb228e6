import { MICROS } from '../../facts/index.ts';
import type { Outcome } from '../objectives/outcome.ts';

/**
 * The outcome of alike computes under one configuration: the sum of costs and CU-hours, the mean time awake, and the
 * worst of all other figures. So it meets an objective if and only if each compute meets it.
 */
export function worstOf(outcomes: readonly Outcome[]): Outcome {
  const [first] = outcomes as [Outcome, ...Outcome[]];
  if (outcomes.length === 1) return first;
  const sumOf = (figure: 'costPerMonth' | 'cuHours' | 'awakeShare') =>
    outcomes.reduce((sum, one) => sum + one[figure], 0);
  const figures = Object.keys(first) as (keyof Outcome)[];
  const worst = figures.map((figure) => {
    const known = outcomes.flatMap((one) => one[figure] ?? []);
    if (known.length === 0) return [figure, null];
    return [figure, LARGER_IS_BETTER.has(figure) ? Math.min(...known) : Math.max(...known)];
  });
  return {
    ...(Object.fromEntries(worst) as unknown as Outcome),
    // Each cost has whole millionths, and their sum has too.
    costPerMonth: Math.round(sumOf('costPerMonth') * MICROS) / MICROS,
    cuHours: sumOf('cuHours'),
    awakeShare: sumOf('awakeShare') / outcomes.length,
  };
}

const LARGER_IS_BETTER: ReadonlySet<keyof Outcome> = new Set(['hitRatio', 'diskFreeShare']);
