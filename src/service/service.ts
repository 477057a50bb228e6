import { InvariantError, invariant } from '../problem/index.ts';
import { Clock, type ClockMode, type SavedClock } from './clock.ts';
import { Committer } from './committer.ts';
import { ComputeHistory } from './compute-history.ts';
import { type RecordChange, recordChangesBetween } from './records/record-change.ts';
import { TABLE_NAMES } from './records/records.ts';
import { readContents } from './store/check-contents.ts';
import type { Contents, RecordWrite, Store } from './store/store.ts';
import { expireBranch } from './world/branches.ts';
import { World, type WorldEvent, type WorldSettings } from './world/world.ts';

/** The interface to the machine that the service runs on. */
interface ServicePorts {
  readonly wallMs: () => number;
  /** Calls `turn` after a time by the wall clock, and cancels the call before. Infinity only cancels. */
  readonly wakeAfter: (ms: number) => void;
  readonly sleep: (ms: number) => Promise<void>;
  readonly log: (line: LogLine) => void;
  /** Called if a write to the store fails. Memory is ahead of the store, so the process must end. */
  readonly storeFailed: (error: unknown) => void;
}

/**
 * A line of the log, without secrets.
 *
 * @example
 * ```ts
 * import { type LogLine, serve } from 'tidemark/service';
 *
 * const failed: string[] = [];
 * function log({ event, method, path, status }: LogLine): void {
 *   if (event === 'request' && Number(status) >= 400) failed.push(`${method} ${path} ${status}`);
 * }
 *
 * const service = await serve({ port: 0, pg: false, log });
 * await fetch(`${service.url}/projects`);
 * await service.close();
 * console.log(failed); // [ 'GET /api/v2/projects 401' ]
 * ```
 */
export type LogLine = { readonly level: 'info' | 'warn' | 'error'; readonly event: string } & Readonly<
  Record<string, unknown>
>;

/** The mode of the clock, or null to keep it, and the time at which a new store begins. */
interface ClockOptions {
  readonly mode?: ClockMode | null;
  readonly startMs?: number | null;
}

/** The world with a clock and a store. Every call from outside first brings it to the present with `turn`. */
export class Service {
  readonly ports: ServicePorts;
  readonly store: Store;
  readonly history = new ComputeHistory();
  world: World;
  clock: Clock;
  private readonly committer: Committer;
  private readonly settings: WorldSettings;
  private readonly listeners = new Set<(event: WorldEvent) => void>();
  private readonly followers = new Set<(changes: readonly RecordChange[]) => void>();
  private readonly unwritten: RecordWrite[] = [];
  private readonly unreported: RecordChange[] = [];

  private constructor(
    settings: WorldSettings,
    store: Store,
    ports: ServicePorts,
    world: World,
    clock: Clock,
  ) {
    this.settings = settings;
    this.store = store;
    this.ports = ports;
    this.clock = clock;
    this.world = world;
    this.committer = new Committer(
      store,
      () => ports.sleep(0),
      () => this.takeChanges(),
      (error) => ports.storeFailed(error),
    );
    this.useWorld(world);
  }

  /** Loads the store, and goes on as if the process had never ended. */
  static async open(
    settings: WorldSettings,
    store: Store,
    ports: ServicePorts,
    { mode = null, startMs = null }: ClockOptions = {},
  ): Promise<Service> {
    const contents = readContents(await store.load());
    if (typeof contents === 'string') throw unreadableStore(store, contents);
    const saved = contents.settings.find(({ id }) => id === 'clock')?.value as SavedClock | undefined;
    const wallMs = ports.wallMs();
    const virtualMs = saved?.virtualMs ?? startMs ?? wallMs;
    const clock = new Clock(ports.wallMs, saved ?? { mode: mode ?? { kind: 'real' }, virtualMs, wallMs });
    const world = new World(settings, virtualMs);
    try {
      world.load(contents);
    } catch (error) {
      throw unreadableStore(store, error instanceof InvariantError ? error.invariant : String(error));
    }
    const service = new Service(settings, store, ports, world, clock);
    if (saved === undefined || mode !== null) service.setClock(mode ?? clock.mode);
    return service;
  }

  /** Random draws and ids follow from the seed. */
  get seed(): number {
    return this.world.seed;
  }

  /** Brings the world to the present, and schedules the next turn at the next alarm. */
  turn(): void {
    this.world.advance(this.clock.nowMs);
    this.ports.wakeAfter(this.clock.wallMsUntil(this.world.alarms.nextMs()));
    if (this.world.hasChanges) void this.committed().catch(() => {});
  }

  /** Changes the world at the present time, and handles the consequences that are due at once. */
  atPresent<T>(act: (world: World) => T): T {
    this.turn();
    const result = act(this.world);
    this.turn();
    return result;
  }

  /** Resolves when all changes so far are in the store. */
  committed(): Promise<void> {
    return this.committer.commit();
  }

  setClock(mode: ClockMode): void {
    this.world.advance(this.clock.nowMs);
    this.clock.setMode(mode);
    this.saveClock();
    this.turn();
  }

  /** Lets time pass at once. When it returns, everything that was due has happened, in its order. */
  advance(ms: number): void {
    const untilMs = this.clock.nowMs + ms;
    this.world.advance(untilMs);
    this.clock.moveTo(untilMs);
    this.saveClock();
    this.turn();
  }

  /** Replaces the world by a saved snapshot or an empty one. */
  replace(contents: Contents): void {
    // The new world is loaded first, so that an error leaves the old one untouched.
    const before = this.world.tables.contents();
    const saved = contents.settings.find(({ id }) => id === 'clock')?.value as SavedClock | undefined;
    const next = new World(this.settings, saved?.virtualMs ?? this.clock.nowMs);
    next.load(contents);
    next.advance(next.nowMs);
    // The snapshot goes on from the time at which it was taken, whatever the wall clock says.
    const clock =
      saved === undefined
        ? this.clock
        : new Clock(this.ports.wallMs, { ...saved, virtualMs: next.nowMs, wallMs: this.ports.wallMs() });
    invariant(Number.isSafeInteger(clock.nowMs), 'a clock tells a time');
    this.world.dropOutside();
    // Deletions in the old world that are not written yet still have to reach the store.
    this.unwritten.push(...this.world.tables.journal.take());
    for (const name of Object.keys(before) as (keyof Contents)[]) {
      for (const { id } of before[name]) this.unwritten.push({ table: name, id, record: null });
      for (const { id } of contents[name]) next.tables.journal.note(name, id);
    }
    this.unreported.push(...this.world.takeFollowed(), ...recordChangesBetween(before, contents));
    this.clock = clock;
    this.useWorld(next);
    this.saveClock();
    this.turn();
  }

  /** Deletes all records. The time stays. */
  reset(): void {
    const nothing = Object.fromEntries(TABLE_NAMES.map((name) => [name, []])) as unknown as Contents;
    this.replace(nothing);
  }

  /** All records at the present time. */
  snapshot(): Contents {
    this.turn();
    this.world.updateRecords();
    this.clock.moveTo(this.clock.nowMs);
    this.saveClock();
    return this.world.tables.contents();
  }

  listen(listener: (event: WorldEvent) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /**
   * Reports the changes of followed records, in order, when the store begins to write them. That is before their caller
   * is answered. The follower must not throw.
   */
  follow(follower: (changes: readonly RecordChange[]) => void): () => void {
    this.followers.add(follower);
    return () => this.followers.delete(follower);
  }

  async close(): Promise<void> {
    this.ports.wakeAfter(Number.POSITIVE_INFINITY);
    await this.committed();
    await this.store.close();
  }

  private takeChanges(): RecordWrite[] {
    const changes = [...this.unwritten.splice(0), ...this.world.takeChanges()];
    const followed = [...this.unreported.splice(0), ...this.world.takeFollowed()];
    if (followed.length > 0) for (const follower of this.followers) follower(followed);
    return changes;
  }

  private useWorld(world: World): void {
    this.world = world;
    world.expired = (branchId) => expireBranch(world, branchId);
    world.warn = (event, details) => this.ports.log({ level: 'warn', event, ...details });
    this.history.begin(world);
    world.listen((worldEvent) => {
      if (worldEvent.event.kind === 'state') this.history.add(worldEvent.event);
      for (const listener of this.listeners) listener(worldEvent);
    });
  }

  private saveClock(): void {
    this.world.tables.settings.put({ id: 'clock', value: this.clock.saved });
  }
}

function unreadableStore(store: Store, why: string): InvariantError {
  return new InvariantError(`${store.description} holds what a service saves: ${why}`);
}
