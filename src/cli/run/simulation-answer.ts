import { type EventSink, resultOf, variantsOf } from '../../engine/index.ts';
import { MICROS } from '../../facts/index.ts';
import { simulationPage } from '../../report/index.ts';
import type { Scenario } from '../../scenario/index.ts';
import type { TimedBound } from '../../trace/index.ts';
import type { Interruption } from '../interruption.ts';
import type { Terminal } from '../terminal.ts';
import { besideAtOnce, besideFed } from './beside/beside.ts';
import { demandChanges } from './demand-changes.ts';
import type { FedScenario } from './scenario-file.ts';

interface Wanted {
  readonly sink: EventSink | null;
  /** The same demand always on and at fixed sizes beside it. */
  readonly compare: boolean;
  readonly interruption: Interruption;
}

/** Runs a scenario; what it gives as a document. */
export async function answerOf(
  { scenario, feed }: FedScenario,
  { sink, compare, interruption }: Wanted,
  terminal: Terminal,
) {
  const { simulation } = scenario;
  const variants = compare ? variantsOf(simulation) : [];
  const progress = terminal.progress('simulating');
  const asked = { simulation, sink, variants, interruption, show: progress.show };
  const { run, beside } = await (feed === null ? besideAtOnce(asked, terminal) : besideFed(asked, feed));
  const result = resultOf(run);
  progress.done();
  const answer = {
    schema: 'tidemark/simulation',
    version: 2,
    partial: interruption.asked,
    why: scenario.why,
    assumptionsSet: scenario.set,
    notes: scenario.notes,
    ...demandChanges(scenario),
    censored: censoredOf(scenario),
    bounds: scenario.bounds.map(({ spans, ...bound }) => ({ ...bound, spans: timesOf(spans) })),
    ...result,
    passThrough: scenario.passThrough.map(({ name, perMonthMicros }) => ({
      name,
      perMonth: perMonthMicros / MICROS,
    })),
    beside,
  };
  return { ...answer, page: simulationPage(answer, simulation) };
}

/** Samples of a trace that are lower bounds, and when they were. */
function censoredOf({ censored }: Scenario) {
  if (censored === null) return null;
  const { samples, busy, rebuiltFrom, spans } = censored;
  return { samples, busy, rebuiltFrom, spans: timesOf(spans) };
}

function timesOf(spans: TimedBound['spans']) {
  const iso = (ms: number) => new Date(ms).toISOString();
  return spans.map(({ fromMs, untilMs }) => ({ from: iso(fromMs), until: iso(untilMs) }));
}
