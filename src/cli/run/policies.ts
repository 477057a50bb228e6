import type { Run } from '../../engine/index.ts';
import { MINUTE_MS } from '../../facts/index.ts';
import { type ComparedCompute, comparePolicies, PAUSE_MS, together } from '../../planner/index.ts';
import { problem } from '../../problem/index.ts';
import { type PoliciesAnswer, policiesPage } from '../../report/index.ts';
import { Interrupted } from '../interruption.ts';
import {
  type ByOptions,
  type FormatOptions,
  formatOf,
  type ReportFlag,
  type SimulationOptions,
  type TraceOptions,
} from '../options.ts';
import { printAnswer } from '../print-answer.ts';
import type { Terminal } from '../terminal.ts';
import { answerDocument } from './answer-document.ts';
import { timeoutOf } from './plan/setting-flag.ts';
import { writeReport } from './report/write-report.ts';
import { loadScenario } from './scenario-file.ts';

/** Virtual time of a run between two looks at the world outside. */
const PARTS = 100;

export interface PoliciesOptions
  extends Omit<SimulationOptions, 'suspendAfter' | 'pooler'>,
    TraceOptions,
    ByOptions,
    FormatOptions,
    ReportFlag {
  readonly timeouts?: string;
}

export async function runPolicies(file: string, options: PoliciesOptions, terminal: Terminal): Promise<void> {
  const asked = options.timeouts?.split(',').map((one) => timeoutToCompare(one.trim()));
  const scenario = await loadScenario(file, options, terminal);
  const { simulation } = scenario;
  const usualMs = simulation.facts.suspendDefaultMs.value;
  const interruption = terminal.onInterrupt();
  const progress = terminal.progress('comparing');
  const owns = simulation.computes.map(({ suspendAfterMs }) => suspendAfterMs ?? usualMs);
  const timeoutsMs = asked ?? [PAUSE_MS, usualMs, ...owns];
  const compared: ComparedCompute[] = [];
  const advance = async (run: Run) => {
    for (let part = 1; part <= PARTS; part++) {
      await interruption.look();
      if (interruption.asked) throw new Interrupted('there is no answer');
      run.advance(Math.floor((simulation.horizonMs * part) / PARTS));
    }
  };
  try {
    for (const compute of simulation.computes) {
      compared.push(await comparePolicies(simulation, compute, timeoutsMs, advance));
      progress.show(compared.length / simulation.computes.length);
    }
  } finally {
    progress.done();
    interruption.end();
  }
  const answer: PoliciesAnswer = {
    why: scenario.isTrace ? null : scenario.why,
    simulation,
    policies: together(compared),
    computes: compared,
    notes: scenario.notes,
  };
  const document = { ...answerDocument('tidemark/policies', answer), page: policiesPage(answer) };
  await writeReport(document, options, terminal);
  const format = formatOf(options);
  printAnswer(document, format, terminal);
}

/** Without `off`, which is always there. */
function timeoutToCompare(text: string): number {
  const ms = timeoutOf(text, '--timeouts');
  if (ms !== null && ms >= PAUSE_MS) return ms;
  throw problem(
    { field: '--timeouts' },
    `found "${text}"`,
    `write ${PAUSE_MS / MINUTE_MS}m or more; never asleep is compared always`,
  );
}
