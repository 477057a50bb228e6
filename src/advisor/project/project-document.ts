import {
  type PlannedEntry,
  type ProjectAnswer,
  projectPage,
  projectSummary,
  projectTotals,
  projectVerdict,
} from '../../report/index.ts';
import { answerDocument } from '../answer-document.ts';

export function projectDocument(answer: ProjectAnswer) {
  const { entries, objectives, ...rest } = answer;
  return {
    ...answerDocument('tidemark/project-plan', 1, {
      ...rest,
      verdict: projectVerdict(answer),
      objectives,
      totals: projectTotals(answer),
      entries: entries.map(entryDocument),
    }),
    summary: projectSummary(answer),
    page: projectPage(answer),
  };
}

/** Costs and CU-hours are those of all computes of the entry, and its other figures those of the worst one. */
function entryDocument({ plans, ...entry }: PlannedEntry) {
  return {
    ...entry,
    replicas:
      plans.length === 1
        ? null
        : plans.map(({ count, plan: { verdict: _, candidates, current, cheapest, nearest } }) => ({
            count,
            candidates,
            current,
            cheapest,
            nearest,
          })),
  };
}
