import type { Client } from '../api/client.ts';
import { eventsIn } from '../api/event-stream.ts';
import type { ClockView, StateEvent } from '../api/shapes.ts';
import { browser } from '../browser.ts';
import type { ConsoleSession } from './session.ts';

const CLOCK_EVERY_MS = 2000;
const RECONNECT_AFTER_MS = 3000;

/** Follows the service's events and its clock for as long as somebody is signed in. Gives what ends it. */
export function startFeed(session: ConsoleSession): () => void {
  const { control } = session;
  if (control === null) return () => {};
  const aborter = new AbortController();
  void follow(session, control, aborter.signal);
  void takeClock(session, control);
  const stopClock = browser.every(CLOCK_EVERY_MS, () => {
    if (!browser.isHidden()) void takeClock(session, control);
  });
  const stopPulse = session.pulse.listen(() => void takeClock(session, control));
  return () => {
    stopClock();
    stopPulse();
    aborter.abort();
  };
}

async function takeClock({ clock }: ConsoleSession, control: Client): Promise<void> {
  try {
    clock.take(await control.call<ClockView>('GET', '/clock'));
  } catch {
    // The views say that the service does not answer; the clock goes on as it was known last.
  }
}

async function follow(session: ConsoleSession, control: Client, signal: AbortSignal): Promise<void> {
  const { history, pulse } = session;
  while (!signal.aborted) {
    try {
      const stream = await control.stream('/events', signal);
      history.connected();
      pulse.beat();
      for await (const { kind, data } of eventsIn(stream)) {
        if (kind === 'state') history.event(data as StateEvent);
        pulse.beat();
      }
    } catch {
      // It is tried again below; until then the looks at the API stand in.
    }
    history.disconnected();
    if (!signal.aborted) await new Promise<void>((resolve) => browser.after(RECONNECT_AFTER_MS, resolve));
  }
}
