import type { Endpoint } from '../api/shapes.ts';
import { PHASE_WORDS, phaseOf } from '../state/phase.ts';

export function Status({ endpoint }: { readonly endpoint: Endpoint }) {
  const { current_state, pending_state, disabled } = endpoint;
  const phase = phaseOf(current_state, pending_state);
  const isPending = pending_state !== undefined;
  const states = `current_state ${current_state}${isPending ? `, pending_state ${pending_state}` : ''}`;
  return (
    <span class="line">
      <span class={`pill pill-${phase}`} title={states}>
        {PHASE_WORDS[phase]}
        {isPending && '…'}
      </span>
      {disabled && <span class="pill pill-disabled">Disabled</span>}
    </span>
  );
}
