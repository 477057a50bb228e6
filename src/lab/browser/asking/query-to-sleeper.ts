import type { ScenarioFields } from '../../../library/tidemark.ts';
import { at, computeIn, demandsIn } from '../../controls/scenario-fields.ts';

/** The scenario of a compute that sleeps until one client comes. It has the configuration of another scenario. */
export function queryToSleeper(fields: ScenarioFields, seed: number): ScenarioFields {
  const { assumptions, facts, plan } = fields;
  const { changes: _, demand: __, copies: ___, ...compute } = computeIn(fields);
  const timeouts = demandsIn(fields).map((demand) => at(demand.fields, 'client', 'connectTimeout'));
  const connectTimeout = timeouts.find((timeout) => timeout !== undefined);
  const known = { assumptions, facts, plan };
  return {
    // Longer than the longest timeout.
    horizon: '9d',
    seed,
    compute,
    demand: [
      {
        kind: 'poller',
        every: '30d',
        offset: '8d',
        keepsConnection: false,
        query: { cpu: '5ms' },
        client: connectTimeout === undefined ? {} : { connectTimeout },
      },
    ],
    ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)),
  };
}
