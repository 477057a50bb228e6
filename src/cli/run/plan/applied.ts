import { applicationOf, type Plan, type PlanQuestion } from '../../../planner/index.ts';
import {
  type AppliedPlan,
  applyDocument,
  bothWaysDocument,
  type PlanAnswer,
  planPage,
} from '../../../report/index.ts';
import { answerDocument } from '../answer-document.ts';
import type { PlanOptions } from './plan-options.ts';

/** How the choice is put into practice; null: nobody asked, or there is none. */
export function applied(
  { choice, growth, isWhole }: Plan,
  { simulation, present, promises }: Pick<PlanQuestion, 'simulation' | 'present' | 'promises'>,
  { applyAs: form, preset }: PlanOptions,
): AppliedPlan | null {
  if (form === undefined || choice === null || !isWhole) return null;
  const application = applicationOf({
    simulation,
    present,
    choice: choice.setting,
    promises,
    breaksAt: growth?.breaksAt ?? null,
    // The compute is watched by what the service exports, unless somebody has exporters of their own.
    preset: preset === 'exporters' ? 'exporters' : 'neon',
  });
  return { ...application, form };
}

/** Without `--apply-as` there is nothing about it. */
export function planDocument(answer: PlanAnswer) {
  const { apply, ...rest } = answer;
  const { counted } = answer.simulation;
  const { choice, present } = answer;
  const background = bothWaysDocument(answer.background, choice, present);
  const withoutMemory = bothWaysDocument(answer.withoutMemory, choice, present);
  const document = answerDocument('tidemark/plan', { ...rest, background, withoutMemory, counted });
  return {
    ...document,
    ...(apply === null ? {} : { apply: applyDocument(apply) }),
    page: planPage(answer),
  };
}
