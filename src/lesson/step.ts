import type { Draw } from '../report/index.ts';
import type { RunResult, Simulation } from '../simulator/index.ts';
import type { Bars } from './bars.ts';

/** One step of the lesson before its scenario has been run. */
export interface UnrunStep {
  /** The name of its scenario in `scenarios/learn/`. */
  readonly name: string;
  readonly title: string;
  /** Names of the charts to show. A report of the run has them. */
  readonly charts: readonly string[];
  /** Returns the texts of the step. All that depends on the run, the right answer too, comes from its result. */
  explain(run: LessonRun): Explanation;
}

export interface LessonRun {
  readonly simulation: Simulation;
  readonly result: RunResult;
}

export interface Explanation {
  readonly situation: string;
  readonly question: string;
  readonly choices: readonly Choice[];
  /** The findings of the run, as figures. */
  readonly figures: readonly (readonly [label: string, words: string])[];
  /** The findings as a picture in text. */
  readonly draw: Draw;
  /** The findings as a bar chart. Null if the step shows other charts. */
  readonly bars: Bars | null;
  readonly answer: readonly string[];
  readonly rule: string;
  readonly facts: readonly RuleFact[];
  /** Flags for another run of the same scenario. Empty if it has several computes. */
  readonly tryFlags: string;
}

interface Choice {
  readonly text: string;
  /** Whether the run shows that this choice is right. */
  readonly isRight: boolean;
}

/** A fact behind the rule, with its source. */
export interface RuleFact {
  readonly words: string;
  readonly source: string;
}
