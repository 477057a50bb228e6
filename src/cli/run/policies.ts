import { policies, timeoutOf } from '../../advisor/index.ts';
import { MINUTE_MS } from '../../facts/index.ts';
import { PAUSE_MS } from '../../planner/index.ts';
import { problem } from '../../problem/index.ts';
import type {
  AnswerOptions,
  ByOptions,
  ReportFlag,
  SimulationOptions,
  TraceOptions,
} from '../flags/options.ts';
import { loadScenario } from '../intake/load.ts';
import { printAnswer } from '../output/print-answer.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { asked } from './asked.ts';
import { writeReport } from './report/write-report.ts';

export interface PoliciesOptions
  extends Omit<SimulationOptions, 'suspendAfter' | 'pooler'>,
    TraceOptions,
    ByOptions,
    AnswerOptions,
    ReportFlag {
  readonly timeouts?: string;
}

export async function runPolicies(file: string, options: PoliciesOptions, terminal: Terminal): Promise<void> {
  const timeoutsMs = options.timeouts?.split(',').map((one) => timeoutToCompare(one.trim())) ?? null;
  const scenario = await loadScenario(file, options, terminal);
  const document = await asked((asking) => policies(scenario, timeoutsMs, asking), terminal);
  await writeReport(document, options, terminal);
  printAnswer(document, options, terminal);
}

/** Does not take `off`, which is always compared. */
function timeoutToCompare(text: string): number {
  const ms = timeoutOf(text, '--timeouts');
  if (ms !== null && ms >= PAUSE_MS) return ms;
  throw problem(
    { field: '--timeouts' },
    `found "${text}"`,
    `write ${PAUSE_MS / MINUTE_MS}m or more; never asleep is always compared`,
  );
}
