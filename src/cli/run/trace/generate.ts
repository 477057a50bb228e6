import {
  instantIn,
  openFile,
  overridesOf,
  readScenarioFile,
  type SimulationOptions,
  wholeMillisecondsOf,
} from '../../../library/index.ts';
import { problem } from '../../../problem/index.ts';
import type { ComputePlan, Simulation } from '../../../simulator/index.ts';
import { generate } from '../../../trace/index.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { writeTrace } from './write-trace.ts';

export interface GenerateOptions extends Pick<SimulationOptions, 'seed' | 'exclude' | 'event'> {
  readonly output: string;
  readonly step: string;
  readonly horizon?: string;
  readonly from?: string;
  readonly to?: string;
  readonly compute?: string;
}

export async function generateTrace(
  file: string,
  options: GenerateOptions,
  terminal: Terminal,
): Promise<void> {
  const stepMs = wholeMillisecondsOf('--step', options.step);
  const { seed, exclude = [], event = [] } = options;
  const changes = { exclude, event, ...(seed === undefined ? {} : { seed }) };
  const opened = await openFile(file, terminal);
  if (opened.kind === 'trace')
    throw problem(
      { file: opened.name },
      'it is a trace already',
      'name a scenario; tidemark trace convert writes a trace in other steps',
    );
  const text = await opened.text();
  const { simulation, notes } = await readScenarioFile(file, text, overridesOf(changes, terminal), terminal);
  const plan = planOf(simulation, options.compute);
  const stream = generate(plan.demand, {
    ...spanOf(simulation, options),
    name: opened.name,
    stepMs,
    zone: simulation.zone,
    seed: simulation.seed,
    path: plan.name,
  });
  await writeTrace(stream, [], () => notes, options.output, terminal);
}

function spanOf(
  { startMs, horizonMs, zone }: Simulation,
  { from, to, horizon }: GenerateOptions,
): { readonly startMs: number; readonly fromMs: number; readonly endMs: number } {
  const fromMs = from === undefined ? startMs : instantIn('--from', from, zone.name);
  const endMs =
    to === undefined
      ? startMs + (horizon === undefined ? horizonMs : wholeMillisecondsOf('--horizon', horizon))
      : instantIn('--to', to, zone.name);
  if (fromMs < startMs) {
    throw problem(
      { field: '--from' },
      `the scenario begins later, at ${new Date(startMs).toISOString()}`,
      'name a time from then on, or let the scenario start earlier',
    );
  }
  if (endMs <= fromMs) {
    throw problem(
      { field: to === undefined ? '--from' : '--to' },
      'nothing lies between',
      'name a later end',
    );
  }
  return { startMs, fromMs, endMs };
}

function planOf({ computes }: Simulation, name: string | undefined): ComputePlan {
  const [first] = computes;
  const plan =
    name === undefined && computes.length === 1 ? first : computes.find((one) => one.name === name);
  if (plan !== undefined) return plan;
  const names = computes.slice(0, 5).map((one) => one.name);
  throw problem(
    { field: '--compute' },
    name === undefined ? `the scenario has ${computes.length} computes` : `there is no compute ${name}`,
    `name one of ${names.join(', ')}${computes.length > names.length ? ' and so on' : ''}`,
  );
}
