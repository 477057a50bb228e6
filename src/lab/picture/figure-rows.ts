import type { RunFigures, RunPicture } from './run-picture.ts';

/** A figure of the current run, beside that of the pinned one. */
interface FigureRow {
  readonly name: string;
  readonly now: string;
  readonly pinned: string | null;
  /** How the current figure differs from the pinned one. Null without a difference. */
  readonly difference: { readonly words: string; readonly isBetter: boolean } | null;
}

export function figureRows(now: RunPicture, pinned: RunPicture | null): readonly FigureRow[] {
  return FIGURES.filter(
    ({ value }) => value(now.figures) !== null || (pinned !== null && value(pinned.figures) !== null),
  ).map(({ name, value, words, isMoreBetter = false }) => {
    const of = (figures: RunFigures) => {
      const one = value(figures);
      return one === null ? '–' : words(one, now.currency);
    };
    const [a, b] = [pinned && value(pinned.figures), value(now.figures)];
    const isEqual = a === null || b === null || of(now.figures) === (pinned && of(pinned.figures));
    return {
      name,
      now: of(now.figures),
      pinned: pinned && of(pinned.figures),
      difference: isEqual
        ? null
        : {
            words: `${words(Math.abs(b - a), now.currency)} ${b > a ? 'more' : 'less'}`,
            isBetter: b > a === isMoreBetter,
          },
    };
  });
}

interface Figure {
  readonly name: string;
  readonly value: (figures: RunFigures) => number | null;
  readonly words: (value: number, currency: string) => string;
  readonly isMoreBetter?: true;
}

const count = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 2 });
const share = (value: number) => `${(value * 100).toLocaleString('en', { maximumFractionDigits: 2 })}%`;

const FIGURES: readonly Figure[] = [
  {
    name: 'Cost a month',
    value: ({ costPerMonth }) => costPerMonth,
    words: (value, currency) => value.toLocaleString('en', { style: 'currency', currency }),
  },
  { name: 'Awake', value: ({ awakeShare }) => awakeShare, words: share },
  { name: 'Cold starts a day', value: ({ wakesPerDay }) => wakesPerDay, words: count },
  { name: 'Wait for a start', value: ({ wakeWaitMs }) => wakeWaitMs, words: delayWords },
  { name: 'Delay of 1 query in 100', value: ({ delayP99Ms }) => delayP99Ms, words: delayWords },
  { name: 'Throttled', value: ({ throttledShare }) => throttledShare, words: share },
  { name: 'Reads from the cache', value: ({ hitRatio }) => hitRatio, words: share, isMoreBetter: true },
  { name: 'Most connections', value: ({ peakConnections }) => peakConnections, words: count },
  { name: 'Connection limit', value: ({ clientLimit }) => clientLimit, words: count, isMoreBetter: true },
  { name: 'Errors of clients', value: ({ refused }) => refused, words: count },
  { name: 'Dropped connections', value: ({ dropped }) => dropped, words: count },
];

/** Writes a delay in the unit that people would use. */
export function delayWords(ms: number): string {
  const [unit, length] = UNITS.findLast(([, least]) => ms >= least) ?? ['ms', 1];
  return `${(ms / length).toLocaleString('en', { maximumSignificantDigits: 3 })} ${unit}`;
}

const UNITS = [
  ['ms', 1],
  ['s', 1000],
  ['min', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
] as const;
