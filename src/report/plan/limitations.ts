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
          'The scenario changes the size or the timeout as it runs, whatever is set when it begins: costs and objectives are of both. Take its changes out to plan for one configuration from beginning to end.',
        ]
      : []),
    ...(STEPS_OF_TIMEOUT * stepMs > defaultMs
      ? [
          `Samples are ${span(stepMs)} apart: shorter pauses are not seen, so no timeout under ` +
            `${span(STEPS_OF_TIMEOUT * stepMs)} is recommended; ` +
            `${current === null ? durationWords(defaultMs) : 'the current one'} stands in for all of them.`,
        ]
      : []),
    ...(hiddenDemand === null && why === null
      ? [
          'It is not known what there was to work with, and so not whether more CPU was wanted than that: --current, --capacity or --vcpus say it.',
        ]
      : []),
    ...(checked === null
      ? ['Not checked against your bill: --actual and --bill say how far the replay of what is set is off.']
      : []),
  ];
}
