import { coarsestStepMs, STEPS_OF_TIMEOUT } from '../../planner/index.ts';
import { durationWords, span } from '../words/format.ts';
import type { PlanAnswer } from './plan-answer.ts';

/** A sentence for each thing that the plan cannot know. */
export function limitationItems({ simulation, current, checked, hiddenDemand, why }: PlanAnswer): string[] {
  const stepMs = coarsestStepMs(simulation);
  const defaultMs = simulation.facts.suspendDefaultMs.value;
  const isChanged = simulation.computes.some(({ changes }) =>
    changes.some(({ change }) => change.kind === 'size' || change.kind === 'suspendAfter'),
  );
  return [
    ...(isChanged
      ? [
          'The scenario changes the size or the timeout during the run, so costs and objectives include these changes. Remove them to plan for one configuration throughout.',
        ]
      : []),
    ...(STEPS_OF_TIMEOUT * stepMs > defaultMs
      ? [
          `Samples are ${span(stepMs)} apart and do not show shorter pauses, so no timeout under ` +
            `${span(STEPS_OF_TIMEOUT * stepMs)} is recommended; ` +
            `${current === null ? durationWords(defaultMs) : 'the current one'} stands in for all of them.`,
        ]
      : []),
    ...(hiddenDemand === null && why === null
      ? [
          'The capacity of the measured server is unknown, so the trace may hide demand. State the capacity with --current, --capacity or --vcpus.',
        ]
      : []),
    ...(checked === null
      ? ['The replay is not checked against your bill: --actual or --bill shows how far it is off.']
      : []),
  ];
}
