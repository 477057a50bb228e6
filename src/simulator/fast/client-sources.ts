import { partsOfMemory } from '../../compute/index.ts';
import type { Drawn } from '../../workload/index.ts';
import type { ClientSource, DemandSource, JobSource } from '../demand/sources.ts';
import { StretchLoad } from './client-loads.ts';
import * as AT from './kernel/client-layout.ts';
import type { ClientMemory } from './kernel/kernel.ts';
import { needsMoreThanTime } from './timer-only.ts';

const NEVER = Number.POSITIVE_INFINITY;

type Source = Exclude<DemandSource, { kind: 'load' }>;

/** The demand of a compute in the kernel. */
export interface StretchDemand {
  readonly clients: readonly StretchSource[];
  readonly loads: readonly StretchLoad[];
}

/**
 * Returns the demand for the kernel, in its order. Null if there are queries and the kernel can run none of them, or if a
 * source needs more than the kernel has room for.
 */
export function stretchDemand(sources: readonly DemandSource[]): StretchDemand | null {
  const ofClients = sources.filter((source) => source.kind !== 'load');
  const loads = sources.filter((source) => source.kind === 'load');
  const hasRoom =
    ofClients.length <= AT.MOST_SOURCES && loads.length <= AT.MOST_LOADS && ofClients.every(hasRoomFor);
  const withQueries = ofClients.filter(({ kind }) => kind !== 'replication');
  const isSuited = withQueries.length === 0 || withQueries.some(({ demand }) => needsMoreThanTime(demand));
  if (!hasRoom || !isSuited) return null;
  return {
    clients: ofClients.map((source, number) => new StretchSource(source, number)),
    loads: loads.map((source, number) => new StretchLoad(source, number)),
  };
}

function hasRoomFor(source: Source): boolean {
  if (source.kind === 'replication') return true;
  if (source.kind === 'jobs') return source.demand.sessions <= AT.MOST_CLIENTS;
  const { count, pool } = source.demand;
  return count <= AT.MOST_CLIENTS && pool.max <= AT.MOST_SOCKETS;
}

/** A source of clients in the memory of the kernel. */
export class StretchSource {
  readonly source: Source;
  private readonly number: number;
  private readonly streams: readonly Drawn[];
  /** Which block of each stream the memory of the kernel has, and from which place on. */
  private readonly written = [0, 0, 0];
  private readonly from = [0, 0, 0];

  constructor(source: Source, number: number) {
    this.source = source;
    this.number = number;
    this.streams = streamsOf(source);
  }

  /** Writes what stays the same. */
  enter({ cells, wholes }: ClientMemory): void {
    const { source, number } = this;
    this.written.fill(0);
    wholes[2 * (AT.SOURCE_KIND + number)] = kindOf(source);
    this.streams.forEach(({ factor }, one) => {
      cells[AT.STREAM_FACTOR + number * AT.STREAMS + one] = factor;
    });
    if (source.kind === 'replication') return;
    const { route, query } = source.demand;
    cells[AT.IS_POOLED + number] = route === 'pooler' ? 1 : 0;
    cells[AT.PAGES + number] = query.pages;
    const parts = partsOfMemory(query.memoryRampMs);
    cells[AT.NEEDED_BYTES + number] = query.memoryBytes / parts;
    cells[AT.TEMPORARY_BYTES + number] = query.temporaryBytes;
    cells[AT.PARTS_TO_COME + number] = query.memoryBytes > 0 ? parts - 1 : 0;
    if (source.kind === 'jobs') {
      cells[AT.SESSIONS + number] = source.demand.sessions;
      cells[AT.CONNECT_TIMEOUT_MS + number] = source.demand.client.connectTimeoutMs;
      cells[AT.KEEPS_CONNECTION + number] = source.demand.keepsConnection ? 1 : 0;
    } else {
      cells[AT.CLIENTS + number] = source.demand.count;
      cells[AT.SOCKETS_LIMIT + number] = source.demand.pool.max;
      cells[AT.KEEPS_IDLE_MS + number] = source.demand.pool.idleMs ?? NEVER;
    }
  }

  /** @param epochMs the present since the epoch, and `startMs` the start of the run */
  write(memory: ClientMemory, epochMs: number, startMs: number): void {
    const { cells, wholes } = memory;
    const { source, number } = this;
    for (let one = 0; one < this.streams.length; one++) this.writeStream(memory, one);
    if (source.kind === 'jobs') {
      cells[AT.KEPT_OPEN + number] = source.keptOpen;
      cells[AT.DEAD + number] = source.keptDead;
    } else if (source.kind === 'clients') {
      const { value, untilMs } = source.working(epochMs);
      const wanting = source.wanting.all();
      cells[AT.WORKING_SHARE + number] = value;
      cells[AT.WORKING_UNTIL_MS + number] = untilMs - startMs;
      cells[AT.SOCKETS + number] = source.sockets;
      const { idleMs } = source.demand.pool;
      cells[AT.DEAD + number] = source.deadSinceMs.length;
      cells[AT.DEAD_UNTIL_MS + number] = (source.deadSinceMs[0] ?? NEVER) + (idleMs ?? NEVER);
      wholes[2 * (AT.FIRST_IDLE + number)] = 0;
      wholes[2 * (AT.IDLE + number)] = source.idleSinceMs.length;
      cells.set(source.idleSinceMs, AT.IDLE_SINCE_MS + number * AT.MOST_SOCKETS);
      wholes[2 * (AT.FIRST_WANTING + number)] = 0;
      wholes[2 * (AT.WANTING + number)] = wanting.length;
      wanting.forEach((visit, i) => {
        wholes[2 * (AT.WANTING_VISIT + number * AT.MOST_CLIENTS + i)] = visit;
      });
    }
  }

  read({ cells, wholes }: ClientMemory): void {
    const { source, number } = this;
    for (let one = 0; one < this.streams.length; one++) {
      const stream = this.streams[one] as Drawn;
      const taken = wholes[2 * (AT.STREAM_PLACE + number * AT.STREAMS + one)] as number;
      stream.place = (this.from[one] as number) + taken;
    }
    if (source.kind === 'jobs') {
      source.keptOpen = cells[AT.KEPT_OPEN + number] as number;
      source.keptDead = cells[AT.DEAD + number] as number;
    } else if (source.kind === 'clients') {
      source.sockets = cells[AT.SOCKETS + number] as number;
      source.idleSinceMs.length = 0;
      const firstIdle = wholes[2 * (AT.FIRST_IDLE + number)] as number;
      const ring = AT.IDLE_SINCE_MS + number * AT.MOST_SOCKETS;
      for (let i = 0; i < (wholes[2 * (AT.IDLE + number)] as number); i++)
        source.idleSinceMs.push(cells[ring + ((firstIdle + i) % AT.MOST_SOCKETS)] as number);
      while (source.wanting.shift() >= 0);
      const firstWanting = wholes[2 * (AT.FIRST_WANTING + number)] as number;
      const queue = AT.WANTING_VISIT + number * AT.MOST_CLIENTS;
      for (let i = 0; i < (wholes[2 * (AT.WANTING + number)] as number); i++)
        source.wanting.push(wholes[2 * (queue + ((firstWanting + i) % AT.MOST_CLIENTS))] as number);
    }
  }

  /** Gives the kernel more draws of a stream that is empty. */
  fill(memory: ClientMemory, one: number): void {
    const stream = this.streams[one] as Drawn;
    stream.place = stream.end;
    stream.draw();
    this.writeStream(memory, one);
  }

  private writeStream({ cells, wholes }: ClientMemory, one: number): void {
    const { block, place, end, made } = this.streams[one] as Drawn;
    const stream = this.number * AT.STREAMS + one;
    if (this.written[one] !== made) {
      cells.set(block.subarray(place, end), AT.STREAM_BLOCK + stream * AT.BLOCK);
      this.written[one] = made;
      this.from[one] = place;
    }
    const from = this.from[one] as number;
    wholes[2 * (AT.STREAM_PLACE + stream)] = place - from;
    wholes[2 * (AT.STREAM_END + stream)] = end - from;
  }
}

function kindOf(source: Source): number {
  if (source.kind === 'replication') return AT.OTHER_SOURCE;
  return source.kind === 'jobs' ? AT.JOB_SOURCE : AT.GROUP_SOURCE;
}

function streamsOf(source: Source): readonly Drawn[] {
  if (kindOf(source) === AT.OTHER_SOURCE) return [];
  const { cpuMs, waitMs } = source as JobSource | ClientSource;
  return [source.kind === 'jobs' ? source.arrivals : (source as ClientSource).thinkMs, cpuMs, waitMs];
}
