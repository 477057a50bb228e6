import type { ComputeDocument, SimulationDocument } from '../../documents/simulation.ts';
import { stepsOf, toLocalMs } from './steps.ts';

export const BANDS = ['active', 'active for a part', 'starting', 'idle'] as const;

export interface Band {
  readonly state: (typeof BANDS)[number];
  readonly from: number;
  readonly until: number;
}

/** With more changes than this, a chart cannot show each of them. */
const MOST_CHANGES = 300;

/** Returns the states of a compute over time, from its changes if they are complete and few, or else from its steps. */
export function stateBands(document: SimulationDocument, compute: ComputeDocument): Band[] {
  const { entries, omitted } = compute.timeline;
  return joined(
    omitted === 0 && entries.length <= MOST_CHANGES
      ? bandsOfChanges(document, compute)
      : stepsOf(document, compute).map(({ from, until, leastCu, mostCu }) => ({
          state: mostCu === 0 ? 'idle' : leastCu > 0 ? 'active' : 'active for a part',
          from,
          until,
        })),
  );
}

function bandsOfChanges({ timezone, until }: SimulationDocument, { timeline }: ComputeDocument): Band[] {
  const local = toLocalMs(timezone);
  return timeline.entries.map(({ at, state, pending }, i) => ({
    state: state === 'active' ? 'active' : pending === 'active' ? 'starting' : 'idle',
    from: local(Date.parse(at)),
    until: local(Date.parse(timeline.entries[i + 1]?.at ?? until)),
  }));
}

function joined(bands: readonly Band[]): Band[] {
  const found: Band[] = [];
  for (const band of bands) {
    const last = found.at(-1);
    if (last?.state === band.state && last.until === band.from)
      found[found.length - 1] = { ...last, until: band.until };
    else if (band.until > band.from) found.push(band);
  }
  return found;
}
