import { errorOf, type Fit } from './fit.ts';
import type { Supposition, SuppositionKind } from './suppositions.ts';
import { byMisfit, type Trial } from './trials.ts';

/** What may be the cause of an error, and what speaks for it. */
export interface Cause {
  readonly supposition: Supposition;
  /** What remains of the error of the total if it is so; null: nothing came. */
  readonly error: number | null;
  /** And of the misfit of spans. */
  readonly misfit: number;
  /** The share of the misfit that it takes away. */
  readonly explains: number;
  /** It fits as well as the one before it: the file cannot tell them apart. */
  readonly isTied: boolean;
}

/**
 * The best of each kind, the likeliest first: by how near it brings each span; of a single number, by the total. What
 * comes as near goes by what is found more often.
 */
export function causesOf(fit: Fit, trials: readonly Trial[], isTelling: boolean): Cause[] {
  const best = ORDER.flatMap((kind) => {
    const [first] = trials.filter(({ supposition }) => supposition.kind === kind).sort(byMisfit);
    return first === undefined || first.fit.misfit >= fit.misfit ? [] : [first];
  });
  const ranked: Trial[] = [];
  const left = [...best];
  while (left.length > 0) {
    const least = Math.min(...left.map(({ fit: { misfit } }) => misfit));
    // The order of kinds decides among those that come as near as the best of them.
    const next = left.findIndex((one) => isAsNear(one.fit.misfit, least, fit.misfit));
    ranked.push(...left.splice(next, 1));
  }
  return ranked.map(({ supposition, fit: own }, i) => ({
    supposition,
    error: errorOf(own),
    misfit: own.misfit,
    explains: 1 - own.misfit / fit.misfit,
    isTied: isTelling && i > 0 && isAsNear(own.misfit, (ranked[i - 1] as Trial).fit.misfit, fit.misfit),
  }));
}

/** Two replays of the same differ by this much of what there is to explain, by chance. */
const AS_NEAR = 0.01;

function isAsNear(misfit: number, other: number, whole: number): boolean {
  return misfit - other <= AS_NEAR * whole;
}

/** What is known to happen to traces comes before what somebody has told wrongly. */
const ORDER: readonly SuppositionKind[] = [
  'gap',
  'shift',
  'background',
  'poller',
  'timeout',
  'size',
  'censored',
];
