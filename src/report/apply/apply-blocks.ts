import { MINUTE_MS } from '../../facts/index.ts';
import type { Application } from '../../planner/index.ts';
import type { PageBlock } from '../page/page.ts';
import { configurationWords } from '../words/configuration-words.ts';
import { numberWords } from '../words/format.ts';
import { alertRules, alertWords } from './alert-rules.ts';
import { type ApplyForm, applyFields, applyLines, currentConfigurationLines } from './apply-request.ts';
import type { ScheduleForm } from './apply-schedule.ts';
import { routeWords } from './route-words.ts';

/** How to apply a plan: the change, the way back, when to do it, and what would show that it was wrong. */
export interface AppliedPlan extends Application {
  readonly form: ApplyForm;
  /** The form of a schedule. */
  readonly scheduleForm: ScheduleForm;
}

export function applyBlocks(applied: AppliedPlan): PageBlock[] {
  const fields = applyFields(applied.recommendation, applied.changes);
  return [
    ...changeBlocks(applied),
    ...(applied.isRefused ? [REFUSED] : []),
    ...(fields === null ? [] : [{ kind: 'paragraph' as const, text: restartWords(applied) }]),
    ...alertBlocks(applied),
  ];
}

function changeBlocks({ form, recommendation, current, changes }: AppliedPlan): PageBlock[] {
  const fields = applyFields(recommendation, changes);
  const route =
    changes.route && current !== null
      ? [{ kind: 'paragraph' as const, text: routeWords(recommendation.route, current.route) }]
      : [];
  if (fields === null)
    return route.length > 0
      ? [{ kind: 'paragraph', text: 'To apply: the compute needs no change.' }, ...route]
      : [{ kind: 'paragraph', text: 'To apply: nothing. The current configuration is the recommendation.' }];
  const before = current === null ? null : applyFields(current, changes);
  return [
    { kind: 'paragraph', text: `To apply ${configurationWords(recommendation)}: ${NEEDS[form]}` },
    ...(before === null ? currentConfigurationBlocks(form) : []),
    { kind: 'picture', lines: applyLines(form, fields) },
    ...route,
    ...(current === null || before === null
      ? []
      : [
          { kind: 'paragraph' as const, text: `To go back to ${configurationWords(current)}:` },
          { kind: 'picture' as const, lines: applyLines(form, before) },
        ]),
  ];
}

/** For plans without a known current configuration. */
function currentConfigurationBlocks(form: ApplyForm): PageBlock[] {
  return [
    {
      kind: 'paragraph',
      text: 'The current configuration is unknown (--current states it). Save it first, so that you can go back:',
    },
    { kind: 'picture', lines: currentConfigurationLines(form) },
  ];
}

const REFUSED: PageBlock = {
  kind: 'paragraph',
  text: 'The API refuses this, because this plan of the service has no changes of size. Use another plan, or create a new compute.',
};

const NEEDS: Readonly<Record<ApplyForm, string>> = {
  curl: 'set API_URL to the address of the management API up to its version, and API_KEY to a key for the project.',
  terraform:
    'use the provider kislerdm/neon. To take over an existing compute, run terraform import neon_endpoint.main ENDPOINT_ID.',
  cli: "use the service's CLI, signed in. It has no command of its own for this, so it passes the call to the API.",
};

function restartWords({ restarts, mostConnections, quiet, timezone }: AppliedPlan): string {
  if (!restarts) return 'A new timeout needs no restart and drops no connection.';
  const most = connections(mostConnections);
  if (quiet === null)
    return `A running compute restarts, which drops ${most} at the worst time in the data. The data cover less than an hour, so there is no quietest time.`;
  const { weekday, fromMs, untilMs, vcpu } = quiet;
  const drops = quiet.connections === 0 ? 'drops none' : `drops ${connections(quiet.connections)} at most`;
  return (
    `A running compute restarts, which drops ${most} at the worst time in the data. ` +
    `The quietest time is ${DAYS[weekday]} ${clock(fromMs)}-${clock(untilMs)} (${timezone}), when a restart ${drops}, at ${numberWords(vcpu)} vCPU.`
  );
}

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

function clock(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS) % (24 * 60);
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

function connections(count: number): string {
  return count === 1 ? '1 connection' : `${Math.round(count)} connections`;
}

function alertBlocks(applied: AppliedPlan): PageBlock[] {
  const { alerts } = applied;
  if (alerts.length === 0) return [];
  return [
    {
      kind: 'list',
      title: 'The plan no longer fits if:',
      items: alerts.map((alert) => ({ text: alertWords(alert, applied) })),
    },
    {
      kind: 'paragraph',
      text: 'The same as alert rules for Prometheus; replace ENDPOINT_ID with the ID of the compute:',
    },
    { kind: 'picture', lines: alertRules(applied) },
  ];
}
