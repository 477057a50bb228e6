import { createAnotherKey } from '../../service/index.ts';
import { factSetOf } from '../intake/fact-set.ts';
import type { Reader } from '../intake/reader.ts';
import { disk } from '../node/disk.ts';
import { errorWithOptions } from '../settings/setting-names.ts';
import type { RunningService } from './running-service.ts';
import type { ServeOptions } from './serve-options.ts';
import { type ServeSettings, serveSettings } from './serve-settings.ts';
import { servedScenario } from './served-scenario.ts';
import { serviceHandle } from './service-handle.ts';
import { type StartedService, startService } from './start-service.ts';

/** Nobody waits for the files of a scenario. */
const QUIET: Reader = {
  ...disk,
  progress: () => ({ show: () => {}, done: () => {} }),
  stopping: () => ({ signal: new AbortController().signal, end: () => {} }),
};

/**
 * Starts the emulator in this process: the management API, the control API and the endpoint for Postgres clients. By
 * default it keeps everything in memory, and its databases in a temporary folder that `close` removes.
 *
 * It writes nothing to standard output or standard error. A wrong option is a `ProblemError`, whose message names it.
 *
 * @example
 * ```ts
 * import { serve } from 'tidemark/service';
 *
 * const service = await serve({ port: 0, clock: 'stopped' });
 * const response = await fetch(`${service.url}/projects`, {
 *   method: 'POST',
 *   headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
 *   body: JSON.stringify({ project: { name: 'shop' } }),
 * });
 * console.log(response.status); // 201
 * await service.advance('1m');
 * console.log(service.computes().map(({ state }) => state)); // [ 'active' ]
 * await service.advance('6m');
 * console.log(service.computes().map(({ state }) => state)); // [ 'idle' ]
 * await service.close();
 * ```
 */
export async function serve(options: ServeOptions = {}): Promise<RunningService> {
  const settings = serveSettings(options);
  const started = await startedWith(settings).catch((error) => Promise.reject(errorWithOptions(error)));
  try {
    const apiKey = started.firstKey ?? createAnotherKey(started.service, 'key of serve()');
    await started.service.committed();
    return serviceHandle(started, apiKey);
  } catch (error) {
    await started.close();
    throw error;
  }
}

async function startedWith(settings: ServeSettings): Promise<StartedService> {
  const facts = factSetOf(settings.facts, QUIET);
  return startService(settings, facts, await servedScenario(settings, facts, QUIET));
}
