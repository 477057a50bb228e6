import { Memo, type Simulation } from '../../simulator/index.ts';
import type { Profile } from '../../workload/index.ts';
import { onlyCompute } from '../configurations/configuration.ts';

/**
 * What follows from how much the loads of a compute want, and when, whatever else is assumed: found once for all that.
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
