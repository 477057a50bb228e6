/** A client that wants in, and until when its connect waits. */
interface WaitingClient<Client> {
  readonly client: Client;
  readonly untilMs: number;
}

/**
 * The clients before a compute that is not yet awake, in the order in which they came. A connect waits as long as
 * its client does, and no longer.
 */
interface Door<Client> {
  readonly waiting: number;
  hold(client: Client, untilMs: number): void;
  /** A client goes away by itself; false where it was not at the door. */
  leave(client: Client): boolean;
  /** All who still wait, in order; the door is empty afterwards. */
  open(): Client[];
  /** Those whose time is over at that instant, in the order in which it ended. */
  timeOut(atMs: number): WaitingClient<Client>[];
  nextTimeoutMs(): number | null;
}

export function createDoor<Client>(): Door<Client> {
  const held = new Map<Client, number>();
  return {
    get waiting() {
      return held.size;
    },
    hold(client, untilMs) {
      held.set(client, untilMs);
    },
    leave: (client) => held.delete(client),
    open() {
      const clients = [...held.keys()];
      held.clear();
      return clients;
    },
    timeOut(atMs) {
      const late = [...held]
        .filter(([, untilMs]) => untilMs <= atMs)
        .map(([client, untilMs]) => ({ client, untilMs }))
        .sort((a, b) => a.untilMs - b.untilMs);
      for (const { client } of late) held.delete(client);
      return late;
    },
    nextTimeoutMs() {
      let nextMs: number | null = null;
      for (const untilMs of held.values()) if (nextMs === null || untilMs < nextMs) nextMs = untilMs;
      return nextMs;
    },
  };
}
