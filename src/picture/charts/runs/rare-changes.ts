import type { ComputeDocument, SimulationDocument } from '../../documents/simulation.ts';
import { toLocalMs } from './steps.ts';

/** A reason that occurs at most this often gets a label. The line shows frequent changes well enough. */
const SELDOM = 2;
const MOST = 4;
const MOST_CHARACTERS = 60;

export interface RareChange {
  readonly at: number;
  readonly words: string;
  /** The line of text for the label, so that labels do not overlap. */
  readonly row: number;
  readonly align: 'left' | 'right';
}

/** Returns the changes whose reason occurs once or twice, in order of time. */
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

/** Reasons that get no label: every timeline begins with them, or the autoscaler gives them at every tick. */
const USUAL =
  /^(created|CPU load asks|memory|the (start|suspend) is done|a client connects|nothing was active)/;

function short(text: string): string {
  return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS - 1)}…`;
}
