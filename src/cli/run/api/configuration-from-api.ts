import { configuredCompute, managementApi, patientServer } from '../../../collecting/index.ts';
import { SECOND_MS } from '../../../facts/index.ts';
import { problem } from '../../../problem/index.ts';
import { configurationText } from '../../../report/index.ts';
import type { ApiOptions } from '../../flags/configuration-source.ts';
import { Interrupted } from '../../terminal/interruption.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { stoppableWaiting } from '../collect/stoppable-waiting.ts';
import { apiAddress, apiKeyOf } from './api-access.ts';

/** The current configuration of --from-api. Null if the flag is not given. */
export async function configurationFromApi({ fromApi, apiUrl, apiKey }: ApiOptions, terminal: Terminal) {
  if (fromApi === undefined) {
    for (const [field, value] of Object.entries({ '--api-url': apiUrl, '--api-key': apiKey }))
      if (value !== undefined)
        throw problem({ field }, 'it needs --from-api', 'name a project with --from-api');
    return null;
  }
  if (apiUrl === undefined)
    throw problem({ field: FIELD }, 'nothing says where the API is', 'give its address with --api-url');
  const address = apiAddress(apiUrl);
  const key = apiKeyOf(apiKey, terminal.environment);
  const interruption = terminal.onInterrupt();
  const status = terminal.status();
  const { signal } = interruption;
  try {
    const waiting = stoppableWaiting(terminal.machine, signal, (waitMs, host) =>
      status.show(`waiting ${Math.ceil(waitMs / SECOND_MS)} s, because ${host} is busy`),
    );
    const server = patientServer(
      (url, headers) => terminal.web.get(url, headers, TIMEOUT_MS, signal),
      waiting,
    );
    const api = managementApi(address, key, server.get);
    const { endpointId, current } = await configuredCompute(api, fromApi, FIELD);
    const text = configurationText(current);
    return {
      text,
      field: FIELD,
      place: { field: `${FIELD}, ${endpointId}` },
      words: `${endpointId} as it is`,
    };
  } catch (error) {
    throw signal.aborted ? new Interrupted('there is no answer') : error;
  } finally {
    status.done();
    interruption.end();
  }
}

const FIELD = '--from-api';
const TIMEOUT_MS = 30 * SECOND_MS;
