import { Cpu, Histogram, type SavedCpu } from '../../compute/index.ts';
import type { Contents } from '../store/store.ts';
import type { LiveState } from './live-state.ts';
import type { EndpointRecord } from './records.ts';

/** Records of older versions in the form that this version saves. The others are left as they are. */
export function upgradedContents(contents: Contents, nowMs: number): Contents {
  return { ...contents, endpoints: contents.endpoints.map((endpoint) => upgradedEndpoint(endpoint, nowMs)) };
}

/** Older versions saved the load on the processors, and not the queries beside it. */
type OlderLiveState = Omit<LiveState, 'cpu' | 'queries'> & {
  readonly flow: Omit<SavedCpu, 'sinceMs' | 'service' | 'jobs'>;
  readonly flowSinceMs: number;
};

function upgradedEndpoint(endpoint: EndpointRecord, nowMs: number): EndpointRecord {
  const live = endpoint.live as LiveState | OlderLiveState;
  if (!isOlder(live)) return endpoint;
  const { flow, flowSinceMs, ...same } = live;
  const cpu = new Cpu(new Histogram());
  cpu.restore({ ...flow, sinceMs: flowSinceMs, service: 0, jobs: [] });
  cpu.settle(nowMs);
  // Nobody knows how long the queries on the processors would have taken. They end at their earliest time, or now.
  const sessions = same.sessions.map((session) =>
    session.busyUntilMs === null
      ? session
      : { ...session, busyUntilMs: Math.max(session.busyUntilMs, nowMs) },
  );
  return { ...endpoint, live: { ...same, cpu: cpu.saved(), queries: [], sessions } };
}

function isOlder(live: LiveState | OlderLiveState): live is OlderLiveState {
  return 'flow' in live;
}
