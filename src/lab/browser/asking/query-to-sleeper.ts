import type { ScenarioFields } from '../../../library/tidemark.ts';

/** The scenario of a compute that sleeps until one client comes. It has the configuration of another scenario. */
export function queryToSleeper(fields: ScenarioFields, seed: number): ScenarioFields {
  const { compute, assumptions, facts, plan } = fields;
  const { changes: _, ...configuration } = (compute ?? {}) as ScenarioFields;
  return {
    // Longer than the longest timeout.
    horizon: '9d',
    seed,
    compute: configuration,
    demand: [
      {
        kind: 'poller',
        every: '30d',
        offset: '8d',
        keepsConnection: false,
        query: { cpu: '5ms' },
        client: { connectTimeout: connectTimeoutOf(fields), retries: 0 },
      },
    ],
    ...(assumptions === undefined ? {} : { assumptions }),
    ...(facts === undefined ? {} : { facts }),
    ...(plan === undefined ? {} : { plan }),
  };
}

function connectTimeoutOf({ demand }: ScenarioFields): unknown {
  const clients = (Array.isArray(demand) ? demand : []).map((one) => one?.client?.connectTimeout);
  return clients.find((timeout) => timeout !== undefined) ?? '30s';
}
