import {
  type EventSink,
  Run,
  type RunEvent,
  resultOf,
  type Simulation,
  variantsOf,
} from '../../engine/index.ts';
import { MICROS } from '../../facts/index.ts';
import { type BesideRow, jsonDocument, renderPage, simulationPage } from '../../report/index.ts';
import { Interrupted, type Interruption } from '../interruption.ts';
import {
  type ByOptions,
  type FormatOptions,
  formatOf,
  type SimulationOptions,
  type TraceOptions,
} from '../options.ts';
import type { Terminal } from '../terminal.ts';
import { demandChanges } from './demand-changes.ts';
import { loadScenario } from './scenario-file.ts';

export interface SimulateOptions extends SimulationOptions, TraceOptions, ByOptions, FormatOptions {
  readonly events?: string;
  readonly compare: boolean;
}

export async function runSimulate(file: string, options: SimulateOptions, terminal: Terminal): Promise<void> {
  const scenario = await loadScenario(file, options, terminal);
  const { simulation } = scenario;
  const events = options.events === undefined ? null : terminal.create(options.events);
  const interruption = terminal.onInterrupt();
  try {
    const variants = options.compare ? variantsOf(simulation) : [];
    const parts = variants.length + 1;
    const progress = terminal.progress('simulating');
    const run = await runInParts(
      simulation,
      events === null ? null : sinkOf(events.write, simulation),
      interruption,
      (share) => progress.show(share / parts),
    );
    const result = resultOf(run);
    const beside: BesideRow[] = [];
    for (const [i, { name, simulation: other }] of variants.entries()) {
      if (interruption.asked) break;
      const done = await runInParts(other, null, interruption, (share) =>
        progress.show((i + 1 + share) / parts),
      );
      if (!interruption.asked) beside.push(besideRow(name, done));
    }
    progress.done();
    // Events of a part would look like events of the whole.
    if (interruption.asked) events?.discard();
    else events?.commit();
    const answer = {
      schema: 'tidemark/simulation',
      version: 2,
      partial: interruption.asked,
      why: scenario.why,
      assumptionsSet: scenario.set,
      notes: scenario.notes,
      ...demandChanges(scenario),
      ...result,
      passThrough: scenario.passThrough.map(({ name, perMonthMicros }) => ({
        name,
        perMonth: perMonthMicros / MICROS,
      })),
      beside,
    };
    const format = formatOf(options);
    terminal.out(
      format === 'json'
        ? `${jsonDocument(answer)}\n`
        : `${renderPage(simulationPage(answer, simulation), format)}\n`,
    );
    if (interruption.asked) throw new Interrupted();
  } catch (error) {
    events?.discard();
    throw error;
  } finally {
    interruption.end();
  }
}

/** Virtual time between two looks at the world outside: an interruption, and the progress. */
const PARTS = 400;

async function runInParts(
  simulation: Simulation,
  sink: EventSink | null,
  interruption: Interruption,
  show: (share: number) => void,
): Promise<Run> {
  const run = new Run(simulation, sink);
  const { horizonMs } = simulation;
  for (let part = 1; part <= PARTS && !interruption.asked; part++) {
    run.advance(Math.floor((horizonMs * part) / PARTS));
    show(part / PARTS);
    await interruption.look();
  }
  return run;
}

function sinkOf(write: (text: string) => void, simulation: Simulation): EventSink {
  return ({ atMs, ...event }: RunEvent) => {
    write(`${JSON.stringify({ at: new Date(simulation.startMs + atMs).toISOString(), ...event })}\n`);
  };
}

function besideRow(name: string, run: Run): BesideRow {
  const { cuHours, cost, wakes, throttledSeconds, refused } = resultOf(run).totals;
  return { name, cuHours, cost, wakes, throttledSeconds, refused };
}
