import type { NamedTrace, Overrides, Scenario, TraceQuestion } from '../scenario/index.ts';
import { type FieldChange, traceScenario, traceSettings } from '../scenario/index.ts';
import { backgroundOf, demandOf, type FoundBackground, spanOf, traceInForce } from '../trace/index.ts';

/** Assumptions about samples that are lower bounds, and about background activity. */
export type TraceAssumptions = Pick<TraceQuestion, 'inForce' | 'uplift' | 'without'>;

/** The demand that a question is about: a scenario, or a trace in place of one. */
export interface Subject {
  /** The name to show in problems. */
  readonly name: string;
  /** A scenario states its demand itself, so it ignores the assumptions. */
  read(assumed: TraceAssumptions): Scenario;
  /** Finds the background activity of a trace. Null if there is none, or if the subject is a scenario. */
  background(): Promise<FoundBackground | null>;
  /**
   * Reads the same trace with the CPU that was left out as idle. Null if none was left out, or if the trace cannot be
   * read again.
   */
  readonly withIdle: { readonly belowVcpu: number; load(): Promise<Subject> } | null;
}

export function subjectOfScenario(name: string, scenario: Scenario): Subject {
  return { name, read: () => scenario, background: async () => null, withIdle: null };
}

export function subjectOfTrace(
  named: NamedTrace,
  question: TraceQuestion,
  overrides: Overrides,
  changes: readonly FieldChange[] = [],
): Subject {
  return {
    name: question.file,
    read: (assumed) => scenarioOfTrace(named, { ...question, ...assumed }, overrides, changes),
    background: () => backgroundOf(named.trace, question),
    withIdle: null,
  };
}

/** Whether some samples are lower bounds, and nothing says how high the real demand was. */
export function isOpen({ hiddenDemand }: Scenario): boolean {
  return hiddenDemand !== null && hiddenDemand.samples > 0 && hiddenDemand.rebuiltFrom === null;
}

/** Makes the scenario of a trace alone. */
export function scenarioOfTrace(
  { trace: whole, notes }: NamedTrace,
  question: TraceQuestion,
  overrides: Overrides,
  changes: readonly FieldChange[] = [],
): Scenario {
  const trace = question.without?.(whole) ?? whole;
  const span = spanOf(trace);
  const { inForce, vcpus } = question;
  const measured = inForce === undefined || vcpus !== null ? trace : traceInForce(trace, inForce);
  const asked = demandOf(measured, traceSettings(span, question));
  const known = { head: trace.head, span, asked, notes };
  return traceScenario(known, question.file, overrides, changes);
}
