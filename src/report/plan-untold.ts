import { MINUTE_MS } from '../facts/index.ts';
import { coarsestStepMs, STEPS_OF_TIMEOUT } from '../planner/index.ts';
import { duration, number } from './format.ts';
import type { PlanAnswer } from './plan-answer.ts';

/** What a plan cannot tell, a sentence each. */
export function untoldItems({ simulation, present }: PlanAnswer): string[] {
  const stepMs = coarsestStepMs(simulation);
  const defaultMs = simulation.facts.suspendDefaultMs.value;
  return [
    ...(STEPS_OF_TIMEOUT * stepMs > defaultMs
      ? [
          `Samples are ${number(stepMs / MINUTE_MS)} min apart: shorter pauses are not seen, so no timeout under ` +
            `${number((STEPS_OF_TIMEOUT * stepMs) / MINUTE_MS)} min is recommended; ` +
            `${present === null ? duration(defaultMs) : 'the present one'} stands in for all of them.`,
        ]
      : []),
  ];
}
