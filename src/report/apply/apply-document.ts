import { alertRules, alertWords } from './alert-rules.ts';
import type { AppliedPlan } from './apply-blocks.ts';
import { applyFields, applyLines } from './apply-request.ts';

const METHOD = 'PATCH';
const PATH = '/projects/{project_id}/endpoints/{endpoint_id}';

/** The form for programs: the request itself, and the lines to paste. */
export function applyDocument(applied: AppliedPlan) {
  const {
    form,
    current,
    recommendation,
    changes,
    restarts,
    mostConnections,
    isRefused,
    quiet,
    timezone,
    alerts,
  } = applied;
  const call = (configuration: typeof recommendation | null) => {
    const fields = configuration === null ? null : applyFields(configuration, changes);
    if (fields === null) return null;
    return {
      method: METHOD,
      path: PATH,
      body: { endpoint: fields },
      text: `${applyLines(form, fields).join('\n')}\n`,
    };
  };
  return {
    form,
    change: call(recommendation),
    rollback: call(current),
    clientsThrough: changes.route ? recommendation.route : null,
    restarts,
    isRefused,
    mostConnections,
    quiet: quiet === null ? null : { ...quiet, timezone },
    alerts: alerts.map((alert) => ({ ...alert, summary: alertWords(alert, applied) })),
    alertRules: alerts.length === 0 ? null : `${alertRules(applied).join('\n')}\n`,
  };
}
