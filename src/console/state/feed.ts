import type { Client } from '../api/client.ts';
import { eventsIn } from '../api/event-stream.ts';
import type { ClockView, StreamEvent } from '../api/shapes.ts';
import { browser } from '../browser.ts';
import type { ConsoleSession } from './session.ts';

const CLOCK_EVERY_MS = 2000;
const RECONNECT_AFTER_MS = 3000;

/** Follows the service's events and its clock until the returned function is called. */
export function startFeed(session: ConsoleSession): () => void {
  const { control } = session;
  if (control === null) return () => {};
  const aborter = new AbortController();
  void follow(session, control, aborter.signal);
  void updateClock(session, control);
  const stopClock = browser.every(CLOCK_EVERY_MS, () => {
    if (!browser.isHidden()) void updateClock(session, control);
  });
  const stopPulse = session.pulse.listen(() => void updateClock(session, control));
  return () => {
    stopClock();
    stopPulse();
    aborter.abort();
  };
}

async function updateClock({ clock }: ConsoleSession, control: Client): Promise<void> {
  try {
    clock.update(await control.call<ClockView>('GET', '/clock'));
  } catch {
    // The views show that the service does not answer. The clock goes on from its last known time.
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
        if (kind === 'state') history.event(data as StreamEvent);
        pulse.beat();
      }
    } catch {
      // The loop tries again. Until then, the views poll the API.
    }
    history.disconnected();
    if (!signal.aborted) await new Promise<void>((resolve) => browser.after(RECONNECT_AFTER_MS, resolve));
  }
}
