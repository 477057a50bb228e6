import { Memo, type Simulation } from '../../simulator/index.ts';
import type { Profile } from '../../workload/index.ts';
import { onlyCompute } from '../configurations/configuration.ts';

/**
 * A memo of values that follow only from what the loads of a compute want, and when. Simulations that differ
 * in other assumptions share them.
 */
export class LoadsRecall<Value> {
  private readonly known = new Memo<Profile, Value>();

  of(simulation: Simulation, make: () => Value): Value {
    const { startMs, horizonMs, facts, seed, zone } = simulation;
    const { name, demand } = onlyCompute(simulation);
    const loads = demand.filter((one) => one.kind === 'load');
    const [first] = loads;
    if (first === undefined) return make();
    const wanted = loads.flatMap((load) => [load.name, load.vcpu]);
    return this.known.of(first.vcpu, [...wanted, name, seed, startMs, horizonMs, zone.name, facts], make);
  }
}
