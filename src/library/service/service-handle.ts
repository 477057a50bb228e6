import { problem } from '../../problem/index.ts';
import {
  advanceMs,
  clockText,
  computeViews,
  passToNextEvent,
  postgresUrl,
  type Service,
} from '../../service/index.ts';
import { localMachine } from './local-machine.ts';
import type { PostgresAddress, RunningService, ServedCompute } from './running-service.ts';
import { HOST_SUFFIX, type StartedService } from './start-service.ts';

/** The interface of a started service for programs. */
export function serviceHandle(started: StartedService, apiKey: string): RunningService {
  const { gateway, origin, controlToken, ended } = started;
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  ended.then(end, end);
  const live = (): Service => {
    if (isOver) throw problem({}, 'the service has ended', 'start another one');
    return started.service;
  };
  const close = () => {
    end();
    return started.close();
  };
  return {
    url: `${origin}/api/v2`,
    apiKey,
    controlUrl: `${origin}/_tidemark`,
    controlToken,
    consoleUrl: `${origin}/`,
    postgres: addressOf(gateway),
    store: started.service.store.description,
    get clock() {
      return clockText(started.service.clock.mode);
    },
    ended,
    async postgresUrl(place = {}) {
      const service = live();
      if (gateway === null)
        throw problem({ options: ['pg'] }, 'no clients of Postgres are accepted', 'accept them');
      const url = postgresUrl(service, { suffix: HOST_SUFFIX, gateway }, place);
      await service.committed();
      return url;
    },
    computes: () => {
      const service = live();
      service.turn();
      return computeViews(service).map(stateOf);
    },
    now: () => new Date(started.service.clock.nowMs),
    async advance(duration) {
      const service = live();
      const ms = passing(service, duration);
      // A session that has just become idle must not look busy during all this time.
      gateway?.reportNow();
      service.advance(ms);
      await service.committed();
    },
    async withStarts(work) {
      let isSettled = false;
      const settle = () => {
        isSettled = true;
      };
      const settled = work.then(settle, settle);
      while (!isSettled)
        if (isOver || !passToNextEvent(live()))
          await Promise.race([settled, localMachine.sleep(LOOK_EVERY_MS)]);
      return work;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** How often waiting clients are looked for. */
const LOOK_EVERY_MS = 2;

function passing(service: Service, duration: string | number): number {
  const ms = advanceMs(duration);
  const place = { options: ['duration'] };
  if (ms === null)
    throw problem(
      place,
      `found ${JSON.stringify(duration) ?? String(duration)}`,
      'write a number with a unit such as 90s, 4.5m, 2h or 1d, or whole milliseconds',
    );
  if (!service.clock.hasRoomFor(ms))
    throw problem(place, 'the clock cannot pass the end of the year 9999', 'write a shorter one');
  return ms;
}

function addressOf(gateway: StartedService['gateway']): PostgresAddress | null {
  if (gateway === null) return null;
  const { host, port, backend, pgVersion } = gateway;
  return { host, port, backend, pgVersion };
}

function stateOf(view: ReturnType<typeof computeViews>[number]): ServedCompute {
  return {
    id: view.id,
    projectId: view.project_id,
    branchId: view.branch_id,
    state: view.current_state ?? 'idle',
    pendingState: view.pending_state,
    sizeCu: view.size_cu,
    connections: view.connections,
  };
}
