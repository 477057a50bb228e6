import {
  type EventSink,
  type Run,
  type RunEvent,
  resultOf,
  type Simulation,
  variantsOf,
} from '../../engine/index.ts';
import { MICROS } from '../../facts/index.ts';
import { type BesideRow, jsonDocument, renderPage, simulationPage } from '../../report/index.ts';
import { Interrupted } from '../interruption.ts';
import {
  type ByOptions,
  type FormatOptions,
  formatOf,
  type SimulationOptions,
  type TraceOptions,
} from '../options.ts';
import type { Terminal } from '../terminal.ts';
import { demandChanges } from './demand-changes.ts';
import { loadFed } from './scenario-file.ts';
import { oneByOne, sideBySide } from './simulated.ts';

export interface SimulateOptions extends SimulationOptions, TraceOptions, ByOptions, FormatOptions {
  readonly events?: string;
  readonly compare: boolean;
}

export async function runSimulate(file: string, options: SimulateOptions, terminal: Terminal): Promise<void> {
  const { scenario, feed } = await loadFed(file, options, terminal);
  const { simulation } = scenario;
  const events = options.events === undefined ? null : terminal.create(options.events);
  const interruption = terminal.onInterrupt();
  try {
    const sink = events === null ? null : sinkOf(events.write, simulation);
    const variants = options.compare ? variantsOf(simulation) : [];
    const progress = terminal.progress('simulating');
    const asked = { simulation, sink, variants, interruption, show: progress.show };
    const { run, others } = feed === null ? await oneByOne(asked) : await sideBySide(asked, feed);
    const result = resultOf(run);
    const beside = others.map(({ name, run: other }) => besideRow(name, other));
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

function sinkOf(write: (text: string) => void, simulation: Simulation): EventSink {
  return ({ atMs, ...event }: RunEvent) => {
    write(`${JSON.stringify({ at: new Date(simulation.startMs + atMs).toISOString(), ...event })}\n`);
  };
}

function besideRow(name: string, run: Run): BesideRow {
  const { cuHours, cost, wakes, throttledSeconds, refused } = resultOf(run).totals;
  return { name, cuHours, cost, wakes, throttledSeconds, refused };
}
