import type { ActionId } from '../../compute/index.ts';

/** What was made of a command. */
export type CommandOutcome = 'done' | 'no change' | 'busy' | 'barred' | 'absent';

export function commandOutcome(actions: readonly ActionId[]): CommandOutcome {
  if (actions.includes('rejectBusy')) return 'busy';
  if (actions.includes('rejectBarred')) return 'barred';
  if (actions.includes('rejectAbsent')) return 'absent';
  if (actions.includes('noChange')) return 'no change';
  return 'done';
}
