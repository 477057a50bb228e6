import type { NamedTrace, Overrides, Scenario, TraceQuestion } from '../scenario/index.ts';
import { type FieldChange, traceScenario, traceSettings } from '../scenario/index.ts';
import { backgroundOf, demandOf, type FoundBackground, spanOf, traceInForce } from '../trace/index.ts';

/** What is assumed of samples that are lower bounds, and of what is no work. */
export type Assumed = Pick<TraceQuestion, 'inForce' | 'uplift' | 'without'>;

/** The demand that a question is about: a scenario, or a trace that stands for one. */
export interface Subject {
  /** The name that problems give it. */
  readonly name: string;
  /** A scenario says itself what its demand is, and is the same under all assumptions. */
  read(assumed: Assumed): Scenario;
  /** What goes on all the time in a trace; null: nothing does, or it is a scenario. */
  background(): Promise<FoundBackground | null>;
  /** The same trace with the CPU that was taken out as no work; null: none was, or it cannot be read again. */
  readonly withIdle: { readonly belowVcpu: number; load(): Promise<Subject> } | null;
}

export function subjectOfScenario(name: string, scenario: Scenario): Subject {
  return { name, read: () => scenario, background: async () => null, withIdle: null };
}

export function subjectOfTrace(named: NamedTrace, question: TraceQuestion, overrides: Overrides): Subject {
  return {
    name: question.file,
    read: (assumed) => scenarioOfTrace(named, { ...question, ...assumed }, overrides),
    background: () => backgroundOf(named.trace, question),
    withIdle: null,
  };
}

/** Samples that are lower bounds of demand, and nothing tells how much was wanted. */
export function isOpen({ hiddenDemand }: Scenario): boolean {
  return hiddenDemand !== null && hiddenDemand.samples > 0 && hiddenDemand.rebuiltFrom === null;
}

/** The scenario of a trace alone. */
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
