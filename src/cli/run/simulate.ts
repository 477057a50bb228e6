import { simulate } from '../../advisor/index.ts';
import type { EventSink, RunEvent, Simulation } from '../../simulator/index.ts';
import type {
  AnswerOptions,
  ByOptions,
  ReportFlag,
  SimulationOptions,
  TraceOptions,
} from '../flags/options.ts';
import { loadForRun } from '../intake/load.ts';
import { printAnswer } from '../output/print-answer.ts';
import { Interrupted } from '../terminal/interruption.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { asked } from './asked.ts';
import { writeReport } from './report/write-report.ts';

export interface SimulateOptions
  extends SimulationOptions,
    TraceOptions,
    ByOptions,
    AnswerOptions,
    ReportFlag {
  readonly events?: string;
  readonly compare: boolean;
}

export async function runSimulate(file: string, options: SimulateOptions, terminal: Terminal): Promise<void> {
  const fed = await loadForRun(file, options, terminal);
  const { simulation } = fed.scenario;
  const events = options.events === undefined ? null : terminal.create(options.events);
  try {
    const sink = events === null ? null : sinkOf(events.write, simulation);
    const request = { sink, isCompared: options.compare };
    const answer = await asked((asking) => simulate(fed, request, asking), terminal);
    // The events of an interrupted run would look complete.
    if (answer.partial) events?.discard();
    else events?.commit();
    if (!answer.partial) await writeReport(answer, options, terminal);
    printAnswer(answer, options, terminal);
    if (answer.partial) throw new Interrupted();
  } catch (error) {
    events?.discard();
    throw error;
  }
}

function sinkOf(write: (text: string) => void, simulation: Simulation): EventSink {
  return ({ atMs, ...event }: RunEvent) => {
    write(`${JSON.stringify({ at: new Date(simulation.startMs + atMs).toISOString(), ...event })}\n`);
  };
}
