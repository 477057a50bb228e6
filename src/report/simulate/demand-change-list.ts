import { MINUTE_MS } from '../../facts/index.ts';
import type { PageBlock } from '../page/page.ts';
import { span } from '../words/format.ts';
import type { DemandChanges } from './simulation-answer.ts';

/** Lists the stretches cut out of traces, and the rare events that were added. */
export function demandChangeList({ excluded, rareEvents }: DemandChanges): PageBlock[] {
  const items = [
    ...excluded.map(({ demand, from, until, asFrom }) => {
      const instead =
        asFrom === null ? 'no demand, because no such week is known' : `as it was ${weeks(from, asFrom)}`;
      return `${demand}, ${day(from)} to ${day(until)}: cut out, and ${instead}.`;
    }),
    ...rareEvents.map(
      (event) => `${event.event}: ${change(event)} ${profileWords(event)}, from ${day(event.from)}.`,
    ),
  ];
  if (items.length === 0) return [];
  return [
    { kind: 'list', title: 'Cut out and added, times in UTC:', items: items.map((text) => ({ text })) },
  ];
}

/** Rounds, because a change of clocks in between adds or removes an hour. */
function weeks(from: string, asFrom: string): string {
  const count = Math.round((Date.parse(asFrom) - Date.parse(from)) / (7 * 24 * 60 * MINUTE_MS));
  const [many, way] = [Math.abs(count), count < 0 ? 'before' : 'after'];
  return many === 1 ? `a week ${way}` : `${many} weeks ${way}`;
}

function change({ kind, by }: DemandChanges['rareEvents'][number]): string {
  return kind === 'times' ? `loads and arrivals times ${by}` : `${by} vCPU more`;
}

function profileWords({ riseMs, holdMs, decayMs }: DemandChanges['rareEvents'][number]): string {
  if (riseMs + decayMs === 0) return `for ${span(holdMs)}`;
  return `at the peak, after ${span(riseMs)} and for ${span(holdMs)}, then half of that every ${span(decayMs)}`;
}

function day(iso: string): string {
  return iso.slice(0, 16).replace('T', ' ');
}
