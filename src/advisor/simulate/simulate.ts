import { MICROS } from '../../facts/index.ts';
import { type KnownUse, startText } from '../../planner/index.ts';
import { billDocument, simulationBlocks } from '../../report/index.ts';
import type { Scenario } from '../../scenario/index.ts';
import { type EventSink, resultOf, variantsOf } from '../../simulator/index.ts';
import type { TimedBound } from '../../trace/index.ts';
import type { Asking } from '../asking.ts';
import { simulationBill } from '../bill/simulation-bill.ts';
import { demandChanges } from './demand-changes.ts';
import { type Feed, simulateAtOnce, simulateFed } from './with-variants.ts';

/** A scenario, and the feed of its demand. The feed is null if all demand is already read. */
export interface FedScenario {
  readonly scenario: Scenario;
  readonly feed: Feed | null;
}

interface SimulateRequest {
  /** Receives each event. Null to discard events. */
  readonly sink: EventSink | null;
  /** Whether to run the same demand always on and at fixed sizes too. */
  readonly isCompared: boolean;
  /** The use beside compute that the question states, for the bill. */
  readonly asked: KnownUse['asked'];
}

export async function simulate(
  { scenario, feed }: FedScenario,
  { sink, isCompared, asked: askedUse }: SimulateRequest,
  asking: Asking,
) {
  const { simulation } = scenario;
  const asked = { simulation, sink, variants: isCompared ? variantsOf(simulation) : [] };
  const { run, beside } = await (feed === null
    ? simulateAtOnce(asked, asking)
    : simulateFed(asked, feed, asking));
  const result = resultOf(run);
  const bill = await simulationBill(scenario, result, askedUse, asking);
  const answer = {
    schema: 'tidemark/simulation',
    version: 4,
    partial: asking.signal.aborted,
    why: scenario.why,
    assumptionsSet: scenario.set,
    startTime: startText(simulation),
    notes: scenario.notes,
    ...demandChanges(scenario),
    hiddenDemand: hiddenDemandOf(scenario),
    bounds: scenario.bounds.map(({ spans, ...bound }) => ({ ...bound, spans: timesOf(spans) })),
    ...result,
    passThrough: scenario.passThrough.map(({ name, perMonthMicros }) => ({
      name,
      perMonth: perMonthMicros / MICROS,
    })),
    beside,
  };
  return {
    ...answer,
    bill: bill && billDocument(bill),
    ...simulationBlocks({ ...answer, bill }, simulation),
  };
}

/** Describes the samples of a trace that are lower bounds, with their times. */
function hiddenDemandOf({ hiddenDemand }: Scenario) {
  if (hiddenDemand === null) return null;
  const { samples, busy, rebuiltFrom, spans } = hiddenDemand;
  return { samples, busy, rebuiltFrom, spans: timesOf(spans) };
}

function timesOf(spans: TimedBound['spans']) {
  const iso = (ms: number) => new Date(ms).toISOString();
  return spans.map(({ fromMs, untilMs }) => ({ from: iso(fromMs), until: iso(untilMs) }));
}
