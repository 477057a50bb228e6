import type { Client } from '../api/client.ts';
import type { ClockView } from '../api/shapes.ts';
import { browser } from '../browser.ts';
import { ActionFailure } from '../parts/failure.tsx';
import { momentWords, spanWords } from '../parts/words.ts';
import { useServiceAction, useSession, useTick } from '../state/hooks.ts';

const MODES = [
  ['real', 'Real time'],
  ['60x', '60×'],
  ['600x', '600×'],
  ['stopped', 'Stopped'],
] as const;

const STEPS = ['1m', '5m', '1h', '1d'] as const;

const DRAWN_EVERY_MS = 250;
const DRAWN_STILL_EVERY_MS = 1000;

/** Shows the service's time and its speed, and lets the user change both. */
export function ClockBar({ control }: { readonly control: Client }) {
  const { clock } = useSession();
  const action = useServiceAction();
  useTick(browser.prefersStill() ? DRAWN_STILL_EVERY_MS : DRAWN_EVERY_MS);
  const turn = (path: string, method: 'PUT' | 'POST', body: object) =>
    action.run(async () => clock.update(await control.call<ClockView>(method, path, body)));
  const { mode, nowMs, nextEventMs, isKnown } = clock;
  const aheadMs = nextEventMs === null ? null : Math.max(0, nextEventMs - nowMs);
  const modes = MODES.some(([name]) => name === mode) ? MODES : [...MODES, [mode, mode] as const];
  return (
    <section class="clock-bar" aria-label="Clock of the service">
      <div class="clock-now">
        <time class="clock-time">{isKnown ? momentWords(nowMs) : '…'}</time>
        <span class="muted clock-next">
          {mode === 'stopped' && 'stands still; '}
          {aheadMs === null ? 'nothing is due' : `next event in ${spanWords(aheadMs)}`}
        </span>
      </div>
      <fieldset class="segments">
        <legend class="hidden">How time goes</legend>
        {modes.map(([name, words]) => (
          <label key={name} class="segment">
            <input
              type="radio"
              name="clock-mode"
              checked={mode === name}
              disabled={action.isBusy}
              onChange={() => turn('/clock', 'PUT', { mode: name })}
            />
            <span>{words}</span>
          </label>
        ))}
      </fieldset>
      <div class="buttons">
        {STEPS.map((by) => (
          <button
            key={by}
            type="button"
            aria-label={`Advance the clock by ${by}`}
            disabled={action.isBusy}
            onClick={() => turn('/clock/advance', 'POST', { by })}
          >
            +{by}
          </button>
        ))}
        {mode === 'stopped' && (
          <button
            type="button"
            disabled={action.isBusy || aheadMs === null}
            onClick={() => turn('/clock/advance', 'POST', { by: aheadMs ?? 0 })}
          >
            To the next event
          </button>
        )}
      </div>
      <ActionFailure action={action} />
    </section>
  );
}
