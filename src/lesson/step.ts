import type { Draw } from '../report/index.ts';
import type { RunResult, Simulation } from '../simulator/index.ts';
import type { Bars } from './bars.ts';

/** One step of the lesson before its scenario has been run. */
export interface Step {
  /** Of its scenario in `scenarios/learn/`. */
  readonly name: string;
  readonly title: string;
  /** Names of pictures of its run, of those that a report has. */
  readonly charts: readonly string[];
  /** All that is said. What depends on the run is made of it, the right answer too. */
  tell(run: LessonRun): Told;
}

export interface LessonRun {
  readonly simulation: Simulation;
  readonly result: RunResult;
}

export interface Told {
  readonly situation: string;
  readonly question: string;
  readonly choices: readonly Choice[];
  /** What the run shows, as figures. */
  readonly figures: readonly (readonly [label: string, words: string])[];
  /** The same in lines of text, and as bars where it is bars. */
  readonly draw: Draw;
  readonly bars: Bars | null;
  readonly answer: readonly string[];
  readonly rule: string;
  readonly facts: readonly RuleFact[];
  /** Flags that make another run of the same scenario worth a look; none where it has several computes. */
  readonly tryFlags: string;
}

interface Choice {
  readonly text: string;
  /** Whether the run shows this. */
  readonly holds: boolean;
}

/** A number that the rule rests on, with its origin. */
export interface RuleFact {
  readonly words: string;
  readonly source: string;
}
