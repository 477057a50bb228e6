import { applyDocument, bothWaysDocument, type PlanAnswer, planPage } from '../../report/index.ts';
import { answerDocument } from '../answer-document.ts';

/** Without a form to apply it in there is nothing about that. */
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
