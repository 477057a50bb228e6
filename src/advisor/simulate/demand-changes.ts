import type { DemandChanges } from '../../report/index.ts';
import type { Scenario } from '../../scenario/index.ts';
import { instantOf } from '../../workload/index.ts';

/** Describes what was cut out of traces and which rare events were added. */
export function demandChanges({ excluded, events, simulation }: Scenario): DemandChanges {
  const { startMs, zone } = simulation;
  return {
    excluded: excluded.map(({ demand, fromMs, untilMs, asFromMs }) => ({
      demand,
      from: iso(fromMs),
      until: iso(untilMs),
      asFrom: asFromMs === null ? null : iso(asFromMs),
    })),
    rareEvents: events.map(({ text, at, kind, by, riseMs, holdMs, decayMs }) => ({
      event: text,
      from: iso(instantOf(at, startMs, zone)),
      kind,
      by,
      riseMs,
      holdMs,
      decayMs,
    })),
  };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
