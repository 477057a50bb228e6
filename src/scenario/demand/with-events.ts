import type { Problem } from '../../problem/index.ts';
import { USUAL_QUERY_MS } from '../../trace/index.ts';
import { crowdLengthMs, type Demand, instantOf, type Profile, type Zone } from '../../workload/index.ts';
import type { RareEvent } from '../notation/rare-event.ts';

/** A rare event with the place that names it. */
interface PlacedEvent {
  readonly event: RareEvent;
  readonly place: Problem['place'];
}

/** Applies rare events to the demand of a compute. */
export function withEvents(demand: readonly Demand[], events: readonly PlacedEvent[]): readonly Demand[] {
  let all = demand;
  for (const { event } of events) {
    all = event.kind === 'add' ? [...all, added(event, all)] : all.map((one) => multiplied(one, event));
  }
  return all;
}

/** Returns a problem for each event that is outside the run or changes no demand. */
export function eventProblems(
  events: readonly PlacedEvent[],
  demand: readonly Demand[],
  { startMs, horizonMs, zone }: { readonly startMs: number; readonly horizonMs: number; readonly zone: Zone },
): Problem[] {
  return events.flatMap(({ event, place }) => {
    const atMs = instantOf(event.at, startMs, zone) - startMs;
    if (atMs >= horizonMs || atMs + crowdLengthMs(event) <= 0) {
      return [{ place, found: `${event.text} is outside the horizon`, remedy: 'name a time within it' }];
    }
    if (event.kind === 'add' || demand.some((one) => multiplied(one, event) !== one)) return [];
    return [
      {
        place,
        found: 'there is nothing to multiply: pollers, cron jobs and groups of clients stay as they are',
        remedy: 'add vCPU instead, such as +2 in place of x3',
      },
    ];
  });
}

function crowd({ at, by, riseMs, holdMs, decayMs }: RareEvent): Profile {
  return { kind: 'crowd', peak: by, at: [at], riseMs, holdMs, decayMs };
}

/** Multiplies loads and random arrivals. Other demand stays the same object. */
function multiplied(demand: Demand, event: RareEvent): Demand {
  const times = (of: Profile): Profile => ({
    kind: 'product',
    of: [of, { kind: 'sum', of: [{ kind: 'constant', value: 1 }, crowd({ ...event, by: event.by - 1 })] }],
  });
  if (demand.kind === 'load') return { ...demand, vcpu: times(demand.vcpu) };
  if (demand.kind !== 'jobs') return demand;
  const { schedule } = demand;
  if (schedule.kind === 'poisson') {
    return { ...demand, schedule: { ...schedule, perSecond: times(schedule.perSecond) } };
  }
  if (schedule.kind === 'bursty') {
    return { ...demand, schedule: { ...schedule, burstsPerSecond: times(schedule.burstsPerSecond) } };
  }
  return demand;
}

/** Returns the load that an event adds. Its queries are like those of the first load. */
function added(event: RareEvent, beside: readonly Demand[]): Demand {
  const like = beside.find((one) => one.kind === 'load');
  return {
    kind: 'load',
    name: event.text,
    vcpu: crowd(event),
    isEvent: true,
    cpuMsPerQuery: like?.cpuMsPerQuery ?? USUAL_QUERY_MS,
    concurrency: null,
    connections: 0,
    memoryBytes: { kind: 'constant', value: 0 },
    pagesPerQuery: 0,
  };
}
