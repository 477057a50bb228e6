import { startText } from '../../planner/index.ts';
import {
  applyDocument,
  billDocument,
  bothWaysDocument,
  comparedDocument,
  type PlanAnswer,
  planPage,
  planSummary,
  scheduleDocument,
  whyNotDocument,
} from '../../report/index.ts';
import { answerDocument } from '../answer-document.ts';

/** Leaves out `apply` if no form was asked for, and the time series, which only the summary shows. */
export function planDocument(answer: PlanAnswer) {
  const { apply, bill, timeSeries: _, ...rest } = answer;
  const { counted } = answer.simulation;
  const { recommendation, current } = answer;
  const background = bothWaysDocument(answer.background, recommendation, current);
  const withoutMemory = bothWaysDocument(answer.withoutMemory, recommendation, current);
  const withoutReplication = bothWaysDocument(answer.withoutReplication, recommendation, current);
  const compared = comparedDocument(answer);
  const whyNot = whyNotDocument(answer);
  const document = answerDocument('tidemark/plan', 3, {
    ...rest,
    ...{
      background,
      withoutMemory,
      withoutReplication,
      schedule: scheduleDocument(answer),
      compared,
      whyNot,
      counted,
    },
    startTime: startText(answer.simulation),
  });
  return {
    ...document,
    bill: bill && billDocument(bill),
    ...(apply === null ? {} : { apply: applyDocument(apply) }),
    summary: planSummary(answer),
    page: planPage(answer),
  };
}
