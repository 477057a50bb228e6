import { type EventSink, type Run, resultOf, variantsOf } from '../../engine/index.ts';
import { MICROS } from '../../facts/index.ts';
import { type BesideRow, simulationPage } from '../../report/index.ts';
import type { Scenario } from '../../scenario/index.ts';
import type { TimedBound } from '../../trace/index.ts';
import type { Interruption } from '../interruption.ts';
import type { Terminal } from '../terminal.ts';
import { demandChanges } from './demand-changes.ts';
import type { FedScenario } from './scenario-file.ts';
import { oneByOne, sideBySide } from './simulated.ts';

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
  const { run, others } = feed === null ? await oneByOne(asked) : await sideBySide(asked, feed);
  const result = resultOf(run);
  const beside = others.map(({ name, run: other }) => besideRow(name, other));
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

function besideRow(name: string, run: Run): BesideRow {
  const { cuHours, cost, wakes, throttledSeconds, refused } = resultOf(run).totals;
  return { name, cuHours, cost, wakes, throttledSeconds, refused };
}
