import type { ComputeDocument, SimulationDocument } from '../../documents/simulation.ts';
import { toLocalMs } from './steps.ts';

/** What happened seldom is what a reader wants to be told; what happens each day is in the line. */
const SELDOM = 2;
const MOST = 4;
const MOST_CHARACTERS = 60;

export interface RareChange {
  readonly at: number;
  readonly words: string;
  /** Which line of words it is on, so that no two run into each other. */
  readonly row: number;
  readonly align: 'left' | 'right';
}

/** Changes whose reason was given once or twice, in the order of time. */
export function rareChanges(document: SimulationDocument, { timeline }: ComputeDocument): RareChange[] {
  const counts = new Map<string, number>();
  for (const { reason } of timeline.entries) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const local = toLocalMs(document.timezone);
  const [from, until] = [document.from, document.until].map((time) => local(Date.parse(time))) as [
    number,
    number,
  ];
  return timeline.entries
    .filter(({ reason }) => (counts.get(reason) as number) <= SELDOM && !USUAL.test(reason))
    .slice(0, MOST)
    .map(({ at, reason }, row) => {
      const time = local(Date.parse(at));
      return { at: time, words: short(reason), row, align: time < (from + until) / 2 ? 'left' : 'right' };
    });
}

/** What everybody's line begins with, and what the autoscaler weighs at each look. */
const USUAL =
  /^(created|CPU load asks|memory|the (start|suspend) is done|a client connects|nothing was active)/;

function short(text: string): string {
  return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS - 1)}…`;
}
