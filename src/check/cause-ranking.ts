import { type CurveFit, errorOf } from './fit.ts';
import type { Hypothesis, HypothesisKind } from './hypotheses.ts';
import { byMisfit, type CauseTrial } from './trials.ts';

/** A possible cause of an error, with what speaks for it. */
export interface RankedCause {
  readonly hypothesis: Hypothesis;
  /** The error of the total that remains under this hypothesis. Null if the actual is 0 and the prediction is not. */
  readonly error: number | null;
  /** The misfit that remains under this hypothesis. */
  readonly misfit: number;
  /** The share of the misfit that this hypothesis removes. */
  readonly explains: number;
  /** Whether it fits as well as the cause before it, so that the file cannot tell the two apart. */
  readonly isTied: boolean;
}

/**
 * Returns the best trial of each kind, the one with the least misfit first. Trials that fit equally well are ordered by
 * how often their cause is found in practice.
 */
export function rankedCauses(
  fit: CurveFit,
  trials: readonly CauseTrial[],
  isConclusive: boolean,
): RankedCause[] {
  const best = KINDS_BY_FREQUENCY.flatMap((kind) => {
    const [first] = trials.filter(({ hypothesis }) => hypothesis.kind === kind).sort(byMisfit);
    return first === undefined || first.fit.misfit >= fit.misfit ? [] : [first];
  });
  const ranked: CauseTrial[] = [];
  const left = [...best];
  while (left.length > 0) {
    const least = Math.min(...left.map(({ fit: { misfit } }) => misfit));
    // Among the trials as near as the best, the order of kinds decides.
    const next = left.findIndex((one) => isTie(one.fit.misfit, least, fit.misfit));
    ranked.push(...left.splice(next, 1));
  }
  return ranked.map(({ hypothesis, fit: own }, i) => ({
    hypothesis,
    error: errorOf(own),
    misfit: own.misfit,
    explains: 1 - own.misfit / fit.misfit,
    isTied: isConclusive && i > 0 && isTie(own.misfit, (ranked[i - 1] as CauseTrial).fit.misfit, fit.misfit),
  }));
}

/** Two replays of the same demand differ by up to this share of the misfit, by chance. */
const TIE_SHARE = 0.01;

function isTie(misfit: number, other: number, whole: number): boolean {
  return misfit - other <= TIE_SHARE * whole;
}

/** Causes that are common in traces come before mistakes in what the user stated. */
const KINDS_BY_FREQUENCY: readonly HypothesisKind[] = [
  'gap',
  'shift',
  'background',
  'poller',
  'timeout',
  'size',
  'hidden demand',
];
