import type { ComputeState } from '../api/shapes.ts';

/** The state of a compute in the words of a person. */
export type Phase = 'active' | 'idle' | 'starting' | 'suspending' | 'restarting' | 'changing';

export const PHASE_WORDS: Readonly<Record<Phase, string>> = {
  active: 'Active',
  idle: 'Idle',
  starting: 'Starting',
  suspending: 'Suspending',
  restarting: 'Restarting',
  changing: 'Changing',
};

export function phaseOf(current: ComputeState | null, pending: ComputeState | null | undefined): Phase {
  const isPending = pending !== null && pending !== undefined;
  if (current === 'active') {
    if (!isPending) return 'active';
    return pending === 'active' ? 'restarting' : 'suspending';
  }
  if (current === 'init' || pending === 'active') return 'starting';
  return isPending ? 'changing' : 'idle';
}

/** Whether a compute in this phase runs, so that it has a size and is metered. */
export function isRunning(phase: Phase): boolean {
  return phase === 'active' || phase === 'suspending' || phase === 'restarting';
}
