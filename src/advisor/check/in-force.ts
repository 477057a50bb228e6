import { SECOND_MS } from '../../facts/index.ts';
import { type Configuration, configurationOf, withConfiguration } from '../../planner/index.ts';
import { problem } from '../../problem/index.ts';
import { type Document, readHistory, type Scenario } from '../../scenario/index.ts';
import type { PlannedChange, Simulation } from '../../simulator/index.ts';
import { acceptedConfiguration, type WrittenConfiguration } from '../current.ts';

/** The configurations that the user says were in force. */
export interface StatedConfigurations {
  /** Null if the user named none. */
  readonly current: WrittenConfiguration | null;
  /** Configurations with the times from which they held, in place of `current`. Null if there is no history. */
  readonly history: Document | null;
}

/** A configuration and when it came into force. The first one holds from the start. */
export interface InForce {
  readonly fromMs: number;
  readonly configuration: Configuration;
}

/** Returns the configurations in force, as the user or the scenario states them. */
export function configurationsInForce(
  { simulation, isTrace }: Scenario,
  name: string,
  { current, history }: StatedConfigurations,
): readonly [InForce, ...InForce[]] {
  const { startMs, horizonMs, facts, plan, zone } = simulation;
  const own = configurationOf(simulation);
  const accepted = (written: WrittenConfiguration) => acceptedConfiguration(written, facts, plan, own);
  if (history !== null) {
    const entries = readHistory(history, zone, startMs, startMs + horizonMs);
    const read = entries.map(({ fromMs, configuration, place }) => ({
      fromMs,
      configuration: accepted({ text: configuration, field: '', place }),
    }));
    const first = read.findLastIndex(({ fromMs }) => fromMs <= startMs);
    return read.slice(first).filter(({ fromMs }) => fromMs < startMs + horizonMs) as unknown as readonly [
      InForce,
      ...InForce[],
    ];
  }
  if (current !== null) return [{ fromMs: startMs, configuration: accepted(current) }];
  if (isTrace)
    throw problem(
      { file: name },
      'a trace does not state which configuration was in force',
      'give the current configuration, or a history if it changed',
      [{ options: [['current', '0.25-2, 5m']], when: 'if that was in force' }],
    );
  return [{ fromMs: startMs, configuration: own }];
}

/** Puts a demand under the configurations that were in force, one after another. */
export function replayed(
  simulation: Simulation,
  [first, ...later]: readonly [InForce, ...InForce[]],
): Simulation {
  const before = [first, ...later];
  const changes = later.flatMap(({ fromMs, configuration }, i): PlannedChange[] => {
    const was = (before[i] as InForce).configuration;
    const atMs = fromMs - simulation.startMs;
    const isSize = was.size.minCu !== configuration.size.minCu || was.size.maxCu !== configuration.size.maxCu;
    return [
      ...(isSize ? [{ atMs, change: { kind: 'size' as const, size: configuration.size } }] : []),
      ...(was.suspendAfterMs === configuration.suspendAfterMs
        ? []
        : [
            {
              // The service refuses a second change while the first is under way.
              atMs: atMs + (isSize ? APART_MS : 0),
              change: { kind: 'suspendAfter' as const, suspendAfterMs: configuration.suspendAfterMs },
            },
          ]),
    ];
  });
  const { computes, ...rest } = withConfiguration(simulation, first.configuration);
  return {
    ...rest,
    computes: computes.map((compute) => ({ ...compute, changes: [...compute.changes, ...changes] })),
  };
}

const APART_MS = 30 * SECOND_MS;
