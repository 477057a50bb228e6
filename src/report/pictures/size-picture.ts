import type { ComputeResult, Simulation } from '../../simulator/index.ts';

import { type Draw, drawing, type PageBlock } from '../page/page.ts';
import { brokenLines } from '../page/wrap.ts';
import { numberWords, span } from '../words/format.ts';
import { bandSigns, timeBands, timeWidth } from './time-bands.ts';

/** If there are more computes than this, the most expensive ones are drawn. */
const MOST_COMPUTES = 6;

type Drawn = Pick<ComputeResult, 'name' | 'cost' | 'timeSeries'>;

/** Draws the size of each compute during a run, and when it slept. Empty if no size ever changes. */
export function sizePicture(run: Run, about: About): PageBlock[] {
  return drawing(drawnSizes(run, about));
}

interface Run {
  readonly computes: readonly Drawn[];
}

type About = Pick<Simulation, 'startMs' | 'zone'>;

export function drawnSizes({ computes }: Run, { startMs, zone }: About): Draw {
  const shown = mostExpensive(computes);
  const [first] = shown;
  const mostCu = Math.max(0, ...shown.map(({ timeSeries }) => Math.max(0, ...timeSeries.mostCu)));
  if (first === undefined || mostCu === 0) return () => [];
  const { stepMs, mostCu: sizes } = first.timeSeries;
  const lengthMs = stepMs * sizes.length;
  const bands = shown.flatMap(({ name, timeSeries }) => [
    {
      label: computes.length === 1 ? 'Highest size' : name,
      levels: timeSeries.mostCu.map((cu) => (cu === 0 ? null : cu / mostCu)),
    },
    ...(computes.length === 1 ? throttledBand(timeSeries) : []),
  ]);
  const which =
    computes.length === 1
      ? ''
      : shown.length < computes.length
        ? `Highest size of the ${shown.length} that cost most: `
        : 'Highest size: ';
  return (columns) => {
    const width = timeWidth(columns);
    const drawn = bands.map(({ levels }) => bandSigns(levels, width));
    if (drawn.every(isConstant)) return [];
    const sleeps = drawn.some((signs) => signs.includes('·')) ? ', · asleep' : '';
    const head = `${which}█ is ${numberWords(mostCu)} CU${sleeps}; a column is ${span(lengthMs / width)}`;
    return [...brokenLines(head, columns), ...timeBands(bands, zone.localMs(startMs), lengthMs, columns)];
  };
}

/** Whether all columns are the same. */
function isConstant(columns: string): boolean {
  return [...columns].every((sign) => sign === columns[0]);
}

function mostExpensive(computes: readonly Drawn[]): readonly Drawn[] {
  const kept = new Set([...computes].sort((one, other) => other.cost - one.cost).slice(0, MOST_COMPUTES));
  return computes.filter((compute) => kept.has(compute));
}

/** A smaller share of a step is only a chance overlap of queries. */
const LEAST_SHOWN_SHARE = 1 / 16;

/** The throttled share of each step. */
function throttledBand({ throttledMs, stepMs }: Drawn['timeSeries']) {
  const levels = throttledMs.map((ms) => (ms / stepMs < LEAST_SHOWN_SHARE ? 0 : ms / stepMs));
  return levels.every((level) => level === 0) ? [] : [{ label: 'Throttled', levels }];
}
