import { type Configuration, withConfiguration } from '../../planner/index.ts';
import type { CapacityTimeSeries } from '../../report/index.ts';
import { Run, resultOf, type Simulation } from '../../simulator/index.ts';
import type { Asking } from '../asking.ts';

/** The run pauses between this many parts, to see whether to stop. */
const PARTS = 20;

/** Runs a configuration and returns its CPU and size over time. Null if it was aborted. */
export async function capacityTimeSeries(
  simulation: Simulation,
  configuration: Configuration,
  asking: Asking,
): Promise<CapacityTimeSeries | null> {
  const run = new Run(withConfiguration(simulation, configuration));
  for (let part = 1; part <= PARTS; part++) {
    await asking.pause();
    if (asking.signal.aborted) return null;
    run.advance(Math.round((simulation.horizonMs * part) / PARTS));
  }
  return resultOf(run).computes[0]?.timeSeries ?? null;
}
