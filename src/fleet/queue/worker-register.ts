import type { Redis } from 'ioredis';
import { ownVersion } from '../../library/index.ts';

/** Workers that were heard of lately. */
export interface PresentWorkers {
  readonly ofThisVersion: number;
  readonly otherVersions: readonly string[];
}

/** A worker says that often that it is there. */
export const HEARD_EVERY_MS = 5_000;
/** A worker that was not heard of for longer counts as gone. */
const GONE_AFTER_MS = 30_000;

/** Says that a worker is there. The clock of the server decides, because clocks of machines differ. */
export async function noteWorker(redis: Redis, prefix: string, id: string): Promise<void> {
  await redis.zadd(registerKey(prefix), String(await serverMs(redis)), member(id));
}

export async function forgetWorker(redis: Redis, prefix: string, id: string): Promise<void> {
  await redis.zrem(registerKey(prefix), member(id));
}

export async function workersPresent(redis: Redis, prefix: string): Promise<PresentWorkers> {
  const since = (await serverMs(redis)) - GONE_AFTER_MS;
  await redis.zremrangebyscore(registerKey(prefix), '-inf', String(since));
  const versions = (await redis.zrange(registerKey(prefix), '0', '-1')).map(
    (one) => one.split(' ')[0] as string,
  );
  const others = versions.filter((version) => version !== ownVersion());
  return { ofThisVersion: versions.length - others.length, otherVersions: [...new Set(others)].sort() };
}

/** Says that a command gives jobs to workers of this version. */
export async function noteVersion(redis: Redis, prefix: string): Promise<void> {
  await redis.zadd(versionsKey(prefix), String(await serverMs(redis)), ownVersion());
}

/** Versions that commands have given jobs to. */
export function versionsAsked(redis: Redis, prefix: string): Promise<string[]> {
  return redis.zrange(versionsKey(prefix), '0', '-1');
}

function registerKey(prefix: string): string {
  return `${prefix}:workers`;
}

function versionsKey(prefix: string): string {
  return `${prefix}:versions`;
}

function member(id: string): string {
  return `${ownVersion()} ${id}`;
}

async function serverMs(redis: Redis): Promise<number> {
  const [seconds, micros] = await redis.time();
  return Number(seconds) * 1000 + Math.floor(Number(micros) / 1000);
}
