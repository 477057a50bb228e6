import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { LoadCuHours, MeasuredTrajectory, Trajectory } from './autoscaled.ts';
import type { BackgroundWork } from './background.ts';
import type { Behaviour } from './behaviour.ts';
import type { ComparedFilling } from './cold-cache.ts';
import type { Experiment, PlannedExperiment } from './experiment.ts';
import type { OtherDraws } from './other-draws.ts';
import type { QueryCost } from './queries.ts';
import type { QuotaChanges } from './quota-changes.ts';
import type { OtherSleeping, Sleeping } from './wakes.ts';

const FILE = new URL('../../../bench/reality.json', import.meta.url);

/** The measurements of a real server, each with its prediction. */
export interface RealityResults {
  readonly schema: 'tidemark/reality';
  readonly version: 1;
  readonly machine: string;
  readonly server: string;
  readonly partSeconds: number;
  readonly connectionCpuMs: number;
  /** The shares of the processor time of connections that come after clients have closed them, for two queries. */
  readonly closingShares: Twice<number>;
  /** The share of a processor that a server without clients uses. */
  readonly idleVcpu: number;
  /** How much longer than its quota a process ran in a period. */
  readonly quotaOverrunMs: number;
  readonly quotaChanges: QuotaChanges;
  /** Null if it was not measured. */
  readonly background: BackgroundWork | null;
  readonly experiments: readonly ComparedExperiment[];
  readonly shapes: readonly ComparedShape[];
  readonly coldCaches: readonly ComparedFilling[];
  /** Null if it was not measured. */
  readonly sleeping: ComparedSleep | null;
}

export interface ComparedExperiment extends PlannedExperiment {
  /** The processor time of a connection with its first query, less that of a later query. */
  readonly connectionCpuMs: number;
  readonly parts: readonly ComparedPart[];
  /** The predicted 95th percentile of latency with other arrivals at the same rate. */
  readonly otherP95Ms: OtherDraws;
  /** The predicted 95th percentile of a load with the same rate. Null for demands that are no load. */
  readonly loadP95Ms: number | null;
}

export type Twice<T> = readonly [T, T];

export interface ComparedPart {
  readonly seed: number;
  /** The demand with its rate, by the cost of a query before this part. */
  readonly asked: Experiment['demand'];
  /** How often this part was measured until the speed of the machine stayed the same. */
  readonly tries: number;
  /** The cost of a query alone, before and after this part: the speed of a shared machine drifts. */
  readonly alone: QueryCost;
  /** Two measurements with the same arrivals. */
  readonly measured: Twice<Behaviour>;
  /** Each knows the processor time of a query in its measurement. */
  readonly predicted: Twice<Behaviour>;
}

export interface ComparedShape {
  readonly name: string;
  readonly isJudged: boolean;
  readonly seconds: number;
  /** How often it was measured until the machine had the same speed before and after it. */
  readonly tries: number;
  /** The cost of a query alone before it, by which the rate was chosen. */
  readonly alone: QueryCost;
  /** The processor time of the same query alone after it. */
  readonly afterCpuMs: number;
  readonly measured: MeasuredTrajectory;
  readonly predicted: Trajectory;
  readonly asLoad: LoadCuHours;
  /** CU-hours with other arrivals at the same rates. */
  readonly otherDraws: OtherDraws;
  /** The time of the first step up with other arrivals: the end of the shape, if there is no step. */
  readonly otherStepsMs: OtherDraws;
}

export interface ComparedSleep {
  readonly seconds: number;
  /** Starts of the server, in ascending order. */
  readonly startsMs: readonly number[];
  readonly measured: Sleeping;
  readonly predicted: Sleeping;
  readonly otherDraws: OtherSleeping;
}

export function keptReality(): RealityResults | null {
  return existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as RealityResults) : null;
}

/** Keeps parts that were measured, in place of earlier ones. */
export function keepReality(parts: Partial<RealityResults>): void {
  const kept = keptReality() ?? {
    background: null,
    experiments: [],
    shapes: [],
    coldCaches: [],
    sleeping: null,
  };
  writeFileSync(FILE, keptText({ ...kept, ...parts, schema: 'tidemark/reality', version: 1 }));
}

export function keptText(results: object): string {
  const rounded = (_: string, value: unknown) =>
    typeof value === 'number' ? Number(value.toPrecision(5)) : value;
  return `${JSON.stringify(results, rounded, 2)}\n`;
}
