import { expect } from 'vitest';
import { randomStream } from '../../../src/workload/index.ts';
import { inspect } from './inspection.ts';
import { type Answer, Serving } from './serving.ts';
import { Writer } from './writer.ts';

const WRITERS = 5;
/** The most writes before a kill, however fast the machine is. */
const MOST_WRITES = 100;
/** This share of the starts is killed before it ends. A start takes about `START_MS`. */
const SHARE_KILLED_EARLY = 0.2;
const START_MS = 1000;

/**
 * Kills a service this many times, at random moments while several writers use it. After each start, all acknowledged
 * calls must be there. Returns the number of these calls.
 */
export async function killRounds(place: readonly string[], kills: number, seed: number): Promise<number> {
  const draw = randomStream(seed, 'kills');
  const writers = Array.from(
    { length: WRITERS },
    (_, number) => new Writer(`writer${number}`, randomStream(seed, `writer ${number}`)),
  );
  const time = { atMs: 0 };
  let key = '';
  for (let killed = 0; killed < kills; killed++) {
    const clock = draw() < 0.5 ? 'stopped' : '600x';
    const serving = new Serving(place, clock);
    if (killed > 0 && draw() < SHARE_KILLED_EARLY) {
      await pause(draw() * START_MS);
      await serving.kill();
      continue;
    }
    try {
      expect(await serving.ready()).toBeNull();
      key ||= serving.key;
      await lookAt(serving, key, writers, time);
      await serving.controlled('PUT', '/clock', { mode: clock });
      await Promise.all([
        ...writers.map((writer) => writer.write(serving, key)),
        advance(serving, draw, time),
        killAfter(Math.ceil(draw() * MOST_WRITES), draw() * 20, serving, writers),
      ]);
    } finally {
      await serving.kill();
    }
  }
  const serving = new Serving(place, 'stopped');
  try {
    expect(await serving.ready()).toBeNull();
    await lookAt(serving, key, writers, time);
    await expectAlone(place);
    expect(await serving.stop()).toEqual({ code: 0, problem: '' });
  } finally {
    await serving.kill();
  }
  return acknowledgedBy(writers);
}

/** A second process in the same place ends with one clear problem. */
async function expectAlone(place: readonly string[]): Promise<void> {
  const second = new Serving(place, 'stopped');
  expect(await second.ready()).toEqual({
    code: 2,
    problem: expect.stringMatching(/^[^\n]*: is in use by [^\n]*; stop that process, or [^\n]*\n$/),
  });
}

async function killAfter(
  writes: number,
  delayMs: number,
  serving: Serving,
  writers: readonly Writer[],
): Promise<void> {
  const until = acknowledgedBy(writers) + writes;
  while (acknowledgedBy(writers) < until && serving.isAlive) await pause(1);
  await pause(delayMs);
  await serving.kill();
}

function acknowledgedBy(writers: readonly Writer[]): number {
  return writers.reduce((sum, { acknowledged }) => sum + acknowledged, 0);
}

interface Time {
  /** The latest time that an answer had. */
  atMs: number;
}

async function lookAt(serving: Serving, key: string, writers: readonly Writer[], time: Time): Promise<void> {
  note(time, await serving.controlled('GET', '/clock'));
  note(time, await serving.controlled('PUT', '/clock', { mode: 'stopped' }));
  const found = await inspect(serving, key);
  for (const writer of writers) {
    const { tree, ids } = found(writer.name);
    const possible = writer.cutOff === null ? [writer.tree] : [writer.tree, writer.cutOff(writer.tree)];
    if (possible.length === 1 || JSON.stringify(sorted(tree)) === JSON.stringify(sorted(writer.tree)))
      expect(tree, `what ${writer.name} was told is there`).toEqual(writer.tree);
    else expect(tree, `what ${writer.name} asked last is done as a whole`).toEqual(possible[1]);
    writer.tree = tree;
    writer.ids = ids;
    writer.cutOff = null;
  }
  await goOn(serving, key, time);
}

/** Operations end, waiting clients connect, and computes without clients fall asleep. */
async function goOn(serving: Serving, key: string, time: Time): Promise<void> {
  note(time, await serving.controlled('POST', '/clock/advance', { by: '10m' }));
  const { computes } = await serving.controlled('GET', '/computes');
  for (const { id, current_state, pending_state, connections, waiting } of computes)
    expect([id, current_state, pending_state, waiting]).toEqual([
      id,
      connections > 0 ? 'active' : 'idle',
      null,
      0,
    ]);
  const { projects } = await serving.ok(key, 'GET', '/projects?limit=400');
  for (const { id } of projects) {
    const { operations } = await serving.ok(key, 'GET', `/projects/${id}/operations`);
    const open = operations.filter(
      ({ status }: Answer['body']) => !['finished', 'cancelled'].includes(status),
    );
    expect(open).toEqual([]);
  }
}

/** Advances the clock again and again. */
async function advance(serving: Serving, draw: () => number, time: Time): Promise<void> {
  try {
    for (;;) {
      const by = Math.floor(draw() * 60_000);
      note(time, await serving.controlled('POST', '/clock/advance', { by }));
      await pause(20);
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}

function note(time: Time, { now }: { now: string }): void {
  expect(Date.parse(now), 'time never runs backwards').toBeGreaterThanOrEqual(time.atMs);
  time.atMs = Date.parse(now);
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, part]) => [name, sorted(part)]);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
