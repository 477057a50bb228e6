import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { MeasuredTrajectory, Trajectory } from './autoscaled.ts';
import type { Behaviour } from './behaviour.ts';
import type { ComparedFilling } from './cold-cache.ts';
import type { Experiment, PlannedExperiment } from './experiment.ts';
import type { QueryCost } from './queries.ts';
import type { Sleeping } from './wakes.ts';

const FILE = new URL('../../../bench/reality.json', import.meta.url);

/** The measurements of a real server, each with its prediction. */
export interface RealityResults {
  readonly schema: 'tidemark/reality';
  readonly version: 1;
  readonly machine: string;
  readonly server: string;
  readonly partSeconds: number;
  readonly connectionCpuMs: number;
  /** The share of a processor that a server without clients uses. */
  readonly idleVcpu: number;
  readonly experiments: readonly ComparedExperiment[];
  readonly shapes: readonly ComparedShape[];
  readonly coldCaches: readonly ComparedFilling[];
  /** Null if it was not measured. */
  readonly sleeping: ComparedSleep | null;
}

export interface ComparedExperiment extends PlannedExperiment {
  /** The demand with its rate. */
  readonly asked: Experiment['demand'];
  /** The processor time of a connection with its first query, less that of a later query. */
  readonly connectionCpuMs: number;
  readonly parts: readonly ComparedPart[];
  /** The predicted 95th percentile of latency with other arrivals at the same rate. */
  readonly otherP95Ms: OtherDraws;
}

/** What chance alone does: nine of ten draws are between these. */
export interface OtherDraws {
  readonly low: number;
  readonly high: number;
}

export interface ComparedPart {
  readonly seed: number;
  /** The cost of a query alone, before and after this part: the speed of a shared machine drifts. */
  readonly alone: QueryCost;
  /** Two measurements with the same arrivals. */
  readonly measured: readonly [Behaviour, Behaviour];
  readonly predicted: Behaviour;
}

export interface ComparedShape {
  readonly name: string;
  readonly isJudged: boolean;
  readonly seconds: number;
  readonly cost: QueryCost;
  /** The processor time of a query by which the rate was chosen. */
  readonly rateCpuMs: number;
  readonly measured: MeasuredTrajectory;
  readonly predicted: Trajectory;
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
}

export function keptReality(): RealityResults | null {
  return existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as RealityResults) : null;
}

/** Keeps parts that were measured, in place of earlier ones. */
export function keepReality(parts: Partial<RealityResults>): void {
  const kept = keptReality() ?? { experiments: [], shapes: [], coldCaches: [], sleeping: null };
  const results = { ...kept, ...parts, schema: 'tidemark/reality', version: 1 };
  const rounded = (_: string, value: unknown) =>
    typeof value === 'number' ? Number(value.toPrecision(5)) : value;
  writeFileSync(FILE, `${JSON.stringify(results, rounded, 2)}\n`);
}
