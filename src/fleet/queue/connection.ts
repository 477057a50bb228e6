import type { Redis } from 'ioredis';
import { untilAborted } from '../../advisor/index.ts';
import { problem } from '../../problem/index.ts';
import type { QueueAddress } from './queue-address.ts';

export interface Connection {
  readonly redis: Redis;
  isAway(): boolean;
  /** Waits for work at the server, but no longer than until the server is away. Null if it is. */
  untilAway<Result>(work: Promise<Result>): Promise<Result | null>;
  close(): void;
}

/** A first connection that takes longer fails. */
const LONGEST_START_MS = 10_000;

/**
 * Connects to the server. If it goes away later, commands wait until it is back.
 *
 * @param notice tells the user when the server goes away and when it is back
 */
export async function connectedTo(
  { options, shown }: QueueAddress,
  notice: (text: string) => void,
): Promise<Connection> {
  const { Redis } = await import('ioredis');
  let isOpen = false;
  const redis = new Redis({
    ...options,
    connectTimeout: LONGEST_START_MS,
    maxRetriesPerRequest: null,
    retryStrategy: (times) => (isOpen ? Math.min(100 * 2 ** times, LONGEST_PAUSE_MS) : null),
    lazyConnect: true,
  });
  let failure: Error | null = null;
  redis.on('error', (error: Error) => {
    failure = error;
  });
  try {
    await redis.connect();
  } catch (error) {
    redis.disconnect();
    throw problem(
      { field: '--queue' },
      `${shown} cannot be used (${reasonOf(failure ?? (error as Error))})`,
      'check the address, the password, and that the server is running',
    );
  }
  isOpen = true;
  let isAway = false;
  redis.on('close', () => {
    if (!isAway && isOpen) notice(`the queue is away: ${shown}; waiting for it`);
    isAway = true;
  });
  redis.on('ready', () => {
    if (isAway) notice('the queue is back');
    isAway = false;
  });
  return {
    redis,
    isAway: () => isAway,
    untilAway(work) {
      const leaving = new AbortController();
      const leave = () => leaving.abort();
      if (isAway) leave();
      redis.once('close', leave);
      return untilAborted(work, leaving.signal).finally(() => redis.off('close', leave));
    },
    close() {
      isOpen = false;
      redis.disconnect();
    },
  };
}

const LONGEST_PAUSE_MS = 2000;

function reasonOf(error: Error): string {
  return error.message || (error as NodeJS.ErrnoException).code || error.name;
}
