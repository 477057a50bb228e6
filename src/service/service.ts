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

/** What the service needs of the machine that it runs on. */
interface ServicePorts {
  readonly wallMs: () => number;
  /** Calls `turn` after so long on the wall, in place of what was asked for before; Infinity: not at all. */
  readonly wakeAfter: (ms: number) => void;
  readonly sleep: (ms: number) => Promise<void>;
  readonly log: (line: LogLine) => void;
  /** The store cannot be written: what is in memory is ahead of it, and the process must end. */
  readonly storeFailed: (error: unknown) => void;
}

/** A line of the log, without anything that is secret. */
export type LogLine = { readonly level: 'info' | 'warn' | 'error'; readonly event: string } & Readonly<
  Record<string, unknown>
>;

/** How time is to go, where somebody says so, and when it begins in a store that is new. */
interface ClockWish {
  readonly mode?: ClockMode | null;
  readonly startMs?: number | null;
}

/** The world on a clock, with a store behind it. Whoever comes in from outside turns it to the present first. */
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
  private readonly leftovers: RecordWrite[] = [];
  private readonly leftoverFollowed: RecordChange[] = [];

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
      () => this.take(),
      (error) => ports.storeFailed(error),
    );
    this.adopt(world);
  }

  /** Takes up what the store holds, and goes on as if the process had never ended. */
  static async open(
    settings: WorldSettings,
    store: Store,
    ports: ServicePorts,
    { mode = null, startMs = null }: ClockWish = {},
  ): Promise<Service> {
    const contents = readContents(await store.load());
    if (typeof contents === 'string') throw notSaved(store, contents);
    const saved = contents.settings.find(({ id }) => id === 'clock')?.value as SavedClock | undefined;
    const wallMs = ports.wallMs();
    const virtualMs = saved?.virtualMs ?? startMs ?? wallMs;
    const clock = new Clock(ports.wallMs, saved ?? { mode: mode ?? { kind: 'real' }, virtualMs, wallMs });
    const world = new World(settings, virtualMs);
    try {
      world.load(contents);
    } catch (error) {
      throw notSaved(store, error instanceof InvariantError ? error.invariant : String(error));
    }
    const service = new Service(settings, store, ports, world, clock);
    if (saved === undefined || mode !== null) service.setClock(mode ?? clock.mode);
    return service;
  }

  /** Chance and names follow from it. */
  get seed(): number {
    return this.world.seed;
  }

  /** Brings the world up to the present, and asks to be called when there is something to do again. */
  turn(): void {
    this.world.advance(this.clock.nowMs);
    this.ports.wakeAfter(this.clock.wallMsUntil(this.world.alarms.nextMs()));
    if (this.world.hasChanges) void this.committed().catch(() => {});
  }

  /** Something is done to the world at the present instant, and what follows from it is seen to. */
  atPresent<T>(act: (world: World) => T): T {
    this.turn();
    const result = act(this.world);
    this.turn();
    return result;
  }

  /** Resolves when everything that has changed so far is in the store. */
  committed(): Promise<void> {
    return this.committer.commit();
  }

  setClock(mode: ClockMode): void {
    this.world.advance(this.clock.nowMs);
    this.clock.setMode(mode);
    this.keepClock();
    this.turn();
  }

  /** Lets so much time pass at once; everything that was due has happened, in its order, when it returns. */
  pass(ms: number): void {
    const untilMs = this.clock.nowMs + ms;
    this.world.advance(untilMs);
    this.clock.moveTo(untilMs);
    this.keepClock();
    this.turn();
  }

  /** Another world in place of this one: a snapshot that was kept, or an empty one. */
  replace(contents: Contents): void {
    // All that can go wrong goes wrong before the world that is there is touched.
    const before = this.world.tables.contents();
    const saved = contents.settings.find(({ id }) => id === 'clock')?.value as SavedClock | undefined;
    const next = new World(this.settings, saved?.virtualMs ?? this.clock.nowMs);
    next.load(contents);
    next.advance(next.nowMs);
    // It goes on from the instant at which it was taken, not from where the wall has got to since.
    const clock =
      saved === undefined
        ? this.clock
        : new Clock(this.ports.wallMs, { ...saved, virtualMs: next.nowMs, wallMs: this.ports.wallMs() });
    invariant(Number.isSafeInteger(clock.nowMs), 'a clock tells a time');
    this.world.dropOutside();
    // What has gone from the old world and is not written yet has to go from the store all the same.
    this.leftovers.push(...this.world.tables.journal.take());
    for (const name of Object.keys(before) as (keyof Contents)[]) {
      for (const { id } of before[name]) this.leftovers.push({ table: name, id, record: null });
      for (const { id } of contents[name]) next.tables.journal.note(name, id);
    }
    this.leftoverFollowed.push(...this.world.takeFollowed(), ...recordChangesBetween(before, contents));
    this.clock = clock;
    this.adopt(next);
    this.keepClock();
    this.turn();
  }

  /** Forgets everything but the time. */
  empty(): void {
    const nothing = Object.fromEntries(TABLE_NAMES.map((name) => [name, []])) as unknown as Contents;
    this.replace(nothing);
  }

  /** Everything there is, at this instant. */
  snapshot(): Contents {
    this.turn();
    this.world.refresh();
    this.clock.moveTo(this.clock.nowMs);
    this.keepClock();
    return this.world.tables.contents();
  }

  listen(listener: (event: WorldEvent) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /**
   * Tells of the changes of followed records, in order, as the store begins to write them: before the caller who asked
   * for them is answered. The follower must not throw.
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

  private take(): RecordWrite[] {
    const changes = [...this.leftovers.splice(0), ...this.world.takeChanges()];
    const followed = [...this.leftoverFollowed.splice(0), ...this.world.takeFollowed()];
    if (followed.length > 0) for (const follower of this.followers) follower(followed);
    return changes;
  }

  private adopt(world: World): void {
    this.world = world;
    world.expired = (branchId) => expireBranch(world, branchId);
    world.warn = (event, details) => this.ports.log({ level: 'warn', event, ...details });
    this.history.begin(world);
    world.listen((told) => {
      if (told.event.kind === 'state') this.history.add(told.event);
      for (const listener of this.listeners) listener(told);
    });
  }

  private keepClock(): void {
    this.world.tables.settings.put({ id: 'clock', value: this.clock.saved });
  }
}

function notSaved(store: Store, why: string): InvariantError {
  return new InvariantError(`${store.description} holds what a service saves: ${why}`);
}
