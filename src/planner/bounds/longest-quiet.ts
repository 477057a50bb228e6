import { wholeMs } from '../../facts/index.ts';
import { bindAhead, Memo, type Simulation } from '../../simulator/index.ts';
import type { ClientsDemand, Demand } from '../../workload/index.ts';
import { type Configuration, onlyCompute, withConfiguration } from '../configurations/configuration.ts';
import { admitsAll, surelyHasRoom } from './pauses.ts';

/**
 * The longest time that groups of clients can be inactive while the compute runs. Null if no group is sure to
 * come back.
 *
 * A client of a group thinks, and then asks. If all connections of its pool are in use, another client of the
 * group is active. So no pause is longer than the longest think time, or the longest back-off after a failed
 * connect.
 */
export function longestQuietMs(simulation: Simulation, configuration: Configuration): number | null {
  const asSet = withConfiguration(simulation, configuration);
  const quiet = onlyCompute(asSet).demand.flatMap((one) =>
    isAlwaysThere(one) && admitsAll(asSet) && surelyHasRoom(one, asSet) ? [longestPauseMs(one, asSet)] : [],
  );
  return quiet.length === 0 ? null : Math.min(...quiet);
}

function isAlwaysThere(one: Demand): one is ClientsDemand {
  return one.kind === 'clients' && one.working.kind === 'constant' && one.working.value * one.count > 0;
}

function longestPauseMs(demand: ClientsDemand, simulation: Simulation): number {
  const { retries, backOffMs, backOffFactor } = demand.client;
  const backOffs = Array.from({ length: retries + 1 }, (_, i) => Math.round(backOffMs * backOffFactor ** i));
  // A client that loses its connection asks for another one a millisecond later.
  return Math.max(thinksOf(demand, simulation).longestMs, ...backOffs) + 2;
}

/** The think times that fit into a run: their largest possible number, and the longest one. */
export function thinksOf(
  demand: ClientsDemand,
  simulation: Simulation,
): { readonly most: number; readonly longestMs: number } {
  const { name } = onlyCompute(simulation);
  const { seed, horizonMs } = simulation;
  const grounds = [demand.name, demand.count, JSON.stringify(demand.think), name, seed, horizonMs];
  return THINKS.of(simulation.facts, grounds, () => {
    const { thinkMs } = bindAhead(demand, simulation, name);
    let [most, sumMs, longestMs] = [0, 0, 0];
    // All finished think times fit into the time of all clients, and each client has one more under way.
    while (sumMs <= demand.count * (horizonMs + longestMs)) {
      const ms = Math.max(1, wholeMs(thinkMs.take()));
      most++;
      sumMs += ms;
      longestMs = Math.max(longestMs, ms);
    }
    return { most, longestMs };
  });
}

const THINKS = new Memo<Simulation['facts'], ReturnType<typeof thinksOf>>();
