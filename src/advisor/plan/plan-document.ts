import {
  applyDocument,
  bothWaysDocument,
  type PlanAnswer,
  planPage,
  planSummary,
} from '../../report/index.ts';
import { answerDocument } from '../answer-document.ts';

/** Without a form to apply it in there is nothing about that. The course is shown in the summary only. */
export function planDocument(answer: PlanAnswer) {
  const { apply, course: _, ...rest } = answer;
  const { counted } = answer.simulation;
  const { recommendation, current } = answer;
  const background = bothWaysDocument(answer.background, recommendation, current);
  const withoutMemory = bothWaysDocument(answer.withoutMemory, recommendation, current);
  const document = answerDocument('tidemark/plan', { ...rest, background, withoutMemory, counted });
  return {
    ...document,
    ...(apply === null ? {} : { apply: applyDocument(apply) }),
    summary: planSummary(answer),
    page: planPage(answer),
  };
}
