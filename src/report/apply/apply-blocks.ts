import { MINUTE_MS } from '../../facts/index.ts';
import type { Application } from '../../planner/index.ts';
import type { PageBlock } from '../page/page.ts';
import { configurationWords } from '../words/configuration-words.ts';
import { numberWords } from '../words/format.ts';
import { alertRules, alertWords } from './alert-rules.ts';
import { type ApplyForm, applyFields, applyLines, currentConfigurationLines } from './apply-request.ts';
import { routeWords } from './route-words.ts';

/** How to apply a plan: the change, the way back, when to do it, and what would show that it was wrong. */
export interface AppliedPlan extends Application {
  readonly form: ApplyForm;
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
      ? [{ kind: 'paragraph', text: 'To apply: the compute stays as it is.' }, ...route]
      : [{ kind: 'paragraph', text: 'To apply: nothing, it is set so already.' }];
  const before = current === null ? null : applyFields(current, changes);
  return [
    { kind: 'paragraph', text: `To apply, ${configurationWords(recommendation)}. ${NEEDS[form]}` },
    ...(before === null ? currentConfigurationBlocks(form) : []),
    { kind: 'picture', lines: applyLines(form, fields) },
    ...route,
    ...(current === null || before === null
      ? []
      : [
          { kind: 'paragraph' as const, text: `To go back, ${configurationWords(current)}:` },
          { kind: 'picture' as const, lines: applyLines(form, before) },
        ]),
  ];
}

/** For plans without a known current configuration. */
function currentConfigurationBlocks(form: ApplyForm): PageBlock[] {
  return [
    {
      kind: 'paragraph',
      text: 'What is set today is not known here (--current says it): keep it first, to go back to.',
    },
    { kind: 'picture', lines: currentConfigurationLines(form) },
  ];
}

const REFUSED: PageBlock = {
  kind: 'paragraph',
  text: 'The API refuses this: the plan has no changes of size. It takes another plan, or a new compute.',
};

const NEEDS: Readonly<Record<ApplyForm, string>> = {
  curl: 'API_URL is the address of the management API up to its version, API_KEY a key for the project:',
  terraform:
    'By the provider kislerdm/neon; a compute that is there already is taken over with terraform import neon_endpoint.main ENDPOINT_ID:',
  cli: "By the service's CLI, signed in; it has no command of its own for this and passes the call on:",
};

function restartWords({ restarts, mostConnections, quiet, timezone }: AppliedPlan): string {
  if (!restarts) return 'A new timeout is taken without a restart: no connection drops.';
  const most = connections(mostConnections);
  if (quiet === null)
    return `It restarts a compute that runs, which drops ${most} at the worst time seen. Less than an hour was seen: there is no quietest time.`;
  const { weekday, fromMs, untilMs, vcpu } = quiet;
  const drops = quiet.connections === 0 ? 'drops none' : `drops ${connections(quiet.connections)} at most`;
  return (
    `It restarts a compute that runs: that drops ${most} at the worst time seen. ` +
    `The quietest time is ${DAYS[weekday]} ${clock(fromMs)}-${clock(untilMs)} (${timezone}), when it ${drops}, at ${numberWords(vcpu)} vCPU.`
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
      title: 'You will know it was wrong if:',
      items: alerts.map((alert) => ({ text: alertWords(alert, applied) })),
    },
    {
      kind: 'paragraph',
      text: 'The same as rules for Prometheus, with the ID of the compute for ENDPOINT_ID:',
    },
    { kind: 'picture', lines: alertRules(applied) },
  ];
}
