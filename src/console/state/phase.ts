import type { ComputeState } from '../api/shapes.ts';

/** What a person would say that a compute does. */
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

/** Running, so that it has a size and is metered. */
export function isRunning(phase: Phase): boolean {
  return phase === 'active' || phase === 'suspending' || phase === 'restarting';
}
