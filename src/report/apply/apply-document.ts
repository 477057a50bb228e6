import { alertRules, alertWords } from './alert-rules.ts';
import type { AppliedPlan } from './apply-blocks.ts';
import { applyFields, applyLines } from './apply-request.ts';

const METHOD = 'PATCH';
const PATH = '/projects/{project_id}/endpoints/{endpoint_id}';

/** The same for programs: the request itself, and the lines to paste. */
export function applyDocument(applied: AppliedPlan) {
  const { form, present, choice, changes, restarts, mostConnections, isRefused, quiet, timezone, alerts } =
    applied;
  const call = (setting: typeof choice | null) => {
    const fields = setting === null ? null : applyFields(setting, changes);
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
    change: call(choice),
    rollback: call(present),
    clientsThrough: changes.route ? choice.route : null,
    restarts,
    isRefused,
    mostConnections,
    quiet: quiet === null ? null : { ...quiet, timezone },
    alerts: alerts.map((alert) => ({ ...alert, summary: alertWords(alert, applied) })),
    alertRules: alerts.length === 0 ? null : `${alertRules(applied).join('\n')}\n`,
  };
}
