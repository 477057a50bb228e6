import type { ScheduledOutcome, SchedulePlan } from '../../../planner/index.ts';
import { applyBlocks } from '../../apply/apply-blocks.ts';
import { firstLines, SCHEDULE_NEEDS, scheduledCalls, scheduleLines } from '../../apply/apply-schedule.ts';
import type { PageBlock } from '../../page/page.ts';
import { configurationWords } from '../../words/configuration-words.ts';
import { hoursWords, length, numberWords } from '../../words/format.ts';
import { amount, shareWords } from '../../words/objective-words.ts';
import type { PlanAnswer } from '../plan-answer.ts';

/** The schedule that `--schedule` asked for, against the best constant configuration. */
export function scheduleBlocks(answer: PlanAnswer): PageBlock[] {
  const { schedule, simulation } = answer;
  if (schedule === null) return [];
  const { best } = schedule;
  if (best === null) return [{ kind: 'paragraph', text: noneWords(answer, schedule) }];
  const { hours, inside, outside } = best;
  const money = (value: number) => amount('budget', value, simulation.prices.currency);
  return [
    {
      kind: 'notes',
      texts: [
        `A schedule would cost ${money(best.outcome.costPerMonth)} a month, ${money(best.savedPerMonth)} less (${shareWords(best.savedShare)}), and meets all objectives too: ` +
          `${configurationWords(inside)} in the hours ${hoursWords(hours)} (${simulation.zone.name}), ${configurationWords(outside)} otherwise.`,
        `${dropWords(best)} It is fitted to ${length(simulation.horizonMs)} of demand, and does not know of holidays.`,
      ],
    },
  ];
}

function noneWords({ worthwhile }: PlanAnswer, { unsought, runs, isWhole }: SchedulePlan): string {
  if (!isWhole) return 'Schedule: interrupted.';
  switch (unsought) {
    case 'short':
      return 'Schedule: unknown. It needs a week of demand at least.';
    case 'changes':
      return 'Schedule: not sought, because the scenario plans changes of its own.';
    case 'plan':
      return 'Schedule: not sought, because this plan of the service has no changes of size.';
    case null:
      return `Schedule: none found that saves more than ${shareWords(worthwhile)} and meets all objectives (${runs} simulated). Keep one configuration for all hours.`;
  }
}

function dropWords({
  changesPerWeek,
  restartsPerWeek,
  droppedPerWeek,
  constantDroppedPerWeek,
}: ScheduledOutcome): string {
  const changes = `It makes ${numberWords(Math.round(changesPerWeek))} changes a week.`;
  const more = Math.round(droppedPerWeek) - Math.round(constantDroppedPerWeek);
  if (restartsPerWeek === 0) return `${changes} None restarts the compute.`;
  const drops =
    more > 0
      ? `drops ${numberWords(Math.round(droppedPerWeek))} connections a week, ${numberWords(more)} more than one configuration for all hours`
      : 'drops no more connections than one configuration for all hours';
  return `${changes} A new size restarts a running compute, ${numberWords(Math.round(restartsPerWeek))} times a week; the schedule ${drops}.`;
}

/** How to apply the schedule, if there is one, or else the recommendation. */
export function applyingBlocks({ apply, schedule, simulation }: PlanAnswer): PageBlock[] {
  if (apply === null) return [];
  const best = schedule?.best ?? null;
  if (best === null) return applyBlocks(apply);
  const { scheduleForm: form } = apply;
  return [
    ...(form === 'terraform'
      ? []
      : [
          {
            kind: 'paragraph' as const,
            text: `To apply the schedule, first set ${configurationWords(best.outside)}:`,
          },
          { kind: 'picture' as const, lines: firstLines(form, best) },
        ]),
    { kind: 'paragraph', text: `To change by the hour, ${SCHEDULE_NEEDS[form]}` },
    { kind: 'picture', lines: scheduleLines(form, best, simulation.zone.name) },
  ];
}

/** The schedule for programs: each call with its time. */
export function scheduleDocument({ schedule, simulation, apply }: PlanAnswer) {
  if (schedule === null || schedule.best === null || apply === null) return schedule;
  const { best } = schedule;
  const form = apply.scheduleForm;
  return {
    ...schedule,
    apply: {
      form,
      timezone: simulation.zone.name,
      calls: scheduledCalls(best).map(({ cron, configuration, fields }) => ({
        cron,
        configuration,
        body: { endpoint: fields },
      })),
      first: `${firstLines(form, best).join('\n')}\n`,
      text: `${scheduleLines(form, best, simulation.zone.name).join('\n')}\n`,
    },
  };
}
