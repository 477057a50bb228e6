import {
  type CandidateExclusion,
  FIGURE_NAMES,
  FIGURES,
  type Judged,
  type Rank,
  type WhyNot,
} from '../../../planner/index.ts';
import type { PageBlock } from '../../page/page.ts';
import { rightColumns } from '../../page/text-table.ts';
import { configurationCell, configurationWords } from '../../words/configuration-words.ts';
import { percent } from '../../words/format.ts';
import { amount, amountIn } from '../../words/objective-words.ts';
import { brokenWithWhen } from '../../words/when-words.ts';
import type { PlanAnswer } from '../plan-answer.ts';
import { rulesWords } from '../price.ts';
import { benefitWords } from '../reasons.ts';

/** Says why the configuration of --why is not the recommendation, with the figures of both. */
export function whyNotBlocks(answer: PlanAnswer): PageBlock[] {
  const { whyNot } = answer;
  if (whyNot === null) return [];
  const { configuration, reason, refused, judged } = whyNot;
  const question = `Why not ${configurationWords(configuration)}?`;
  if (refused !== null || judged === null) {
    const { facts, reasons = [], remedies = [] } = refused ?? {};
    const text = `The fact set ${facts} does not allow it: ${reasons.join(', and ')}. To get an allowed one, ${remedies.join(', and ')}.`;
    return [{ kind: 'paragraph', text: `${question} ${text}` }];
  }
  if (reason === 'recommended') return [{ kind: 'paragraph', text: `${question} It is the recommendation.` }];
  return [
    {
      kind: 'paragraph',
      text: `${question} ${consequence(answer, whyNot, judged)}${exclusionSentence(whyNot)}`,
    },
    ...figureTable(answer, judged),
  ];
}

function consequence(answer: PlanAnswer, whyNot: WhyNot, judged: Judged): string {
  const { verdict, recommendation, simulation, worthwhile } = answer;
  const cost = costWords(answer, whyNot, judged);
  switch (whyNot.reason) {
    case 'breaks-objective':
    case 'breaks-under-stress':
      return `It breaks ${brokenWithWhen(judged.broken, simulation)}. It ${cost}.`;
    case 'costs-more':
      return `It ${cost} and meets all objectives${benefitWords(answer, judged)}.`;
    case 'costs-the-same': {
      const why =
        whyNot.decidedBy === null
          ? 'A change to it would save nothing.'
          : `The recommendation ${RANK_WORDS[whyNot.decidedBy]}.`;
      return `It ${cost} and meets all objectives. ${why}`;
    }
    case 'not-worth-a-change': {
      const saved = -(whyNot.morePerMonth ?? 0);
      const words = amount('budget', saved, simulation.prices.currency);
      const share = percent(saved / (recommendation?.outcome.costPerMonth ?? saved));
      return `It meets all objectives and would save ${words} a month (${share}), less than the ${percent(worthwhile)} that a change has to save.`;
    }
    default: {
      const isKept = verdict === 'keep' ? ', which is the current configuration,' : '';
      return `It ${cost}${isKept} and meets all objectives, but ${refusalWords(whyNot)}.`;
    }
  }
}

/** `costs $12.40 a month more than the recommendation`. */
function costWords({ simulation }: PlanAnswer, { morePerMonth }: WhyNot, { outcome }: Judged): string {
  const { currency } = simulation.prices;
  if (morePerMonth === null) return `costs ${amount('budget', outcome.costPerMonth, currency)} a month`;
  if (morePerMonth === 0) return 'costs the same as the recommendation';
  const cents = Math.max(0.01, Math.abs(morePerMonth));
  const under = cents > Math.abs(morePerMonth) ? 'under ' : '';
  return `costs ${under}${amount('budget', cents, currency)} a month ${morePerMonth < 0 ? 'less' : 'more'} than the recommendation`;
}

/** The advantage of the better of two equally dear configurations. */
const RANK_WORDS: Readonly<Record<Rank, string>> = {
  cost: 'costs less',
  throttled: 'is throttled less',
  'delay-p99': 'delays queries less',
  'cold-starts': 'wakes less often',
  changes: 'changes less of the current configuration',
  maximum: 'has the smaller maximum, which limits the cost of a month that goes wrong',
  minimum: 'has the smaller minimum, which costs less if demand falls',
  timeout: 'has the longer timeout, or one that sleeps',
  path: 'has the simpler connection path',
};

/** Only for a configuration that has another reason too. */
function exclusionSentence(whyNot: WhyNot): string {
  const isSaid = whyNot.reason === 'not-a-candidate' || whyNot.reason === 'refused-by-facts';
  if (isSaid || (whyNot.rules.length === 0 && whyNot.excludedBy === null)) return '';
  return ` The plan did not try it, because ${refusalWords(whyNot)}.`;
}

function refusalWords({ rules, excludedBy }: WhyNot): string {
  if (rules.length > 0) return rulesWords(rules);
  return excludedBy === null ? 'it is no candidate' : EXCLUSION_WORDS[excludedBy];
}

const EXCLUSION_WORDS: Readonly<Record<CandidateExclusion, string>> = {
  lowest: '--lowest leaves it out',
  highest: '--highest leaves it out',
  only: '--only leaves it out',
  timeouts: '--timeouts leaves it out',
  'other timeout': 'a plan tries only usual timeouts, and --timeouts names others',
  'coarse samples': 'the samples are too coarse to show whether such a timeout elapses',
  pooler: '--pooler or --no-pooler leaves it out',
  'unknown path': 'the demand does not show how clients connect',
  'hidden demand': 'the trace may hide demand above such a size',
};

/** Figures that are 0 or unmeasured in both have no row. */
function figureTable(
  { recommendation, nearest, basis, simulation }: PlanAnswer,
  judged: Judged,
): PageBlock[] {
  const other = recommendation ?? nearest;
  if (other === null) return [];
  const known: Readonly<Record<string, unknown>> = basis;
  const rows = FIGURE_NAMES.flatMap((name) => {
    const { unit, of } = FIGURES[name];
    const values = [judged, other].map(({ outcome }) => of(outcome));
    if (known[name] === 'unknown' || values.every((value) => value === 0 || value === null)) return [];
    const cells = values.map((value) =>
      value === null ? '-' : amountIn(unit, value, simulation.prices.currency),
    );
    return [[name === 'cost' ? 'cost a month' : name, ...cells]];
  });
  const isStressed = judged.broken.some(({ under }) => under !== undefined);
  const title = isStressed ? { title: 'With the demand and the assumptions as they are' } : {};
  return [
    {
      kind: 'table',
      ...title,
      columns: [
        { title: '', align: 'left' },
        ...rightColumns(
          configurationCell(judged.configuration),
          recommendation === null ? 'nearest' : 'recommended',
        ),
      ],
      rows,
    },
  ];
}
