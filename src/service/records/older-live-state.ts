import { Cpu, emptyMachine, Histogram, type SavedCpu } from '../../compute/index.ts';
import { DEFAULT_ASSUMPTIONS } from '../../simulator/index.ts';
import type { Contents } from '../store/store.ts';
import { type LiveState, type Load, NO_QUERY, type SavedSession, type SavedWaiting } from './live-state.ts';
import type { EndpointRecord } from './records.ts';

/** Converts records of older versions to the form that this version saves. Other records stay as they are. */
export function upgradedContents(contents: Contents, nowMs: number): Contents {
  return { ...contents, endpoints: contents.endpoints.map((endpoint) => upgradedEndpoint(endpoint, nowMs)) };
}

/** The version before this one saved clients without numbers, and no machine. */
type UnnumberedLiveState = Omit<
  LiveState,
  'machine' | 'sessions' | 'waiting' | 'poolQueue' | 'refusesUntil' | 'load'
> & {
  readonly load: Omit<Load, 'pagesPerQuery'>;
  readonly queries: readonly UnnumberedQuery[];
  readonly sessions: readonly UnnumberedSession[];
  readonly waiting: readonly UnnumberedWaiting[];
};

interface UnnumberedQuery {
  readonly job: number;
  readonly sessionId: string;
}

interface UnnumberedSession extends Pick<SavedSession, 'id' | 'pooled' | 'openedAtMs' | 'leaves'> {
  readonly busyUntilMs: number | null;
  readonly memoryBytes: number;
}

interface UnnumberedWaiting extends Pick<SavedWaiting, 'id' | 'pooled' | 'untilMs' | 'leaves'> {
  readonly query: Pick<SavedWaiting['query'], 'cpuMs' | 'waitMs' | 'memoryBytes'>;
}

/** Versions before that saved the load on the processors without the queries beside it. */
type OldestLiveState = Omit<UnnumberedLiveState, 'cpu' | 'queries'> & {
  readonly flow: Omit<SavedCpu, 'sinceMs' | 'startedMs' | 'service' | 'carriedMs' | 'quotaUsedMs' | 'jobs'>;
  readonly flowSinceMs: number;
};

function upgradedEndpoint(endpoint: EndpointRecord, nowMs: number): EndpointRecord {
  const live = endpoint.live as LiveState | UnnumberedLiveState | OldestLiveState;
  if ('flow' in live) return { ...endpoint, live: numbered(withQueries(live, nowMs), nowMs) };
  if ('queries' in live) return { ...endpoint, live: numbered(live, nowMs) };
  return endpoint;
}

function withQueries(live: OldestLiveState, nowMs: number): UnnumberedLiveState {
  const { flow, flowSinceMs, ...same } = live;
  const cpu = new Cpu(new Histogram(), DEFAULT_ASSUMPTIONS);
  cpu.restore({
    ...flow,
    sinceMs: flowSinceMs,
    startedMs: 0,
    service: 0,
    carriedMs: 0,
    quotaUsedMs: 0,
    jobs: [],
  });
  cpu.settle(nowMs);
  // These records do not say how long a query would still have run. It ends at its earliest time, or now.
  const sessions = same.sessions.map((session) =>
    session.busyUntilMs === null
      ? session
      : { ...session, busyUntilMs: Math.max(session.busyUntilMs, nowMs) },
  );
  return { ...same, cpu: cpu.saved(), queries: [], sessions };
}

/** Numbers the clients: one with a job gets the number of its job, and each other one a new number. */
function numbered(live: UnnumberedLiveState, nowMs: number): LiveState {
  const { queries, ...same } = live;
  const jobs = new Map(queries.map(({ job, sessionId }) => [sessionId, job]));
  let next = Math.max(-1, ...live.cpu.jobs.map(({ job }) => job)) + 1;
  const sessions = live.sessions.map((session): SavedSession => {
    const { busyUntilMs, memoryBytes, ...client } = session;
    const job = jobs.get(client.id);
    const phase = busyUntilMs === null ? 'idle' : job === undefined ? 'waiting' : 'onCpu';
    return {
      ...client,
      visit: job ?? next++,
      phase,
      bornMs: nowMs,
      timerMs: phase === 'waiting' ? busyUntilMs : null,
      query: { ...NO_QUERY, memoryBytes },
      memoryBytes,
      temporaryBytes: 0,
    };
  });
  const waiting = live.waiting.map((client) => ({
    ...client,
    visit: next++,
    bornMs: nowMs,
    query: { ...NO_QUERY, ...client.query },
  }));
  const machine = emptyMachine(nowMs, live.load.workingSetBytes);
  const bytes = sessions.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0);
  return {
    ...same,
    load: { ...live.load, pagesPerQuery: 0 },
    sessions,
    waiting,
    poolQueue: [],
    refusesUntil: null,
    machine: {
      ...machine,
      memory: { bytes, ramps: [] },
      // These versions computed the cached bytes from the working set and the size.
      cache: { ...machine.cache, residentBytes: live.load.workingSetBytes },
      lastReadMs: live.life?.lastActivityMs ?? null,
    },
  };
}
