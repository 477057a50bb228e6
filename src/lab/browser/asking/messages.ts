import type { PlanOptions, Problem, ReadScenario } from '../../../library/tidemark.ts';
import type { ChallengeScore } from '../../chapters/score.ts';
import type { PlanPicture } from '../../picture/plan-picture.ts';
import type { RunPicture } from '../../picture/run-picture.ts';

/** A file of the lab, with the files that it names. */
export interface LabFile {
  /** Each file that is opened has another, also if it has the same name. */
  readonly number: number;
  readonly name: string;
  readonly content: string | Uint8Array;
  /** The files that the scenario names, by their names in it. */
  readonly others?: Readonly<Record<string, string | Uint8Array>>;
}

/** The questions that the page asks its worker thread, and their answers. */
export interface Questions {
  /** Reads a file, which later questions name. */
  open: { readonly asked: LabFile; readonly answer: Pick<ReadScenario, 'kind' | 'fields'> };
  run: { readonly asked: Asked; readonly answer: RunPicture };
  /** The CPU that the demand would use if it never had to wait, in equal steps over the run. */
  demand: { readonly asked: Asked; readonly answer: readonly number[] };
  plan: {
    readonly asked: Asked & { readonly objective: NonNullable<PlanOptions['objective']> };
    readonly answer: PlanPicture;
  };
  /** Judges a configuration by objectives, beside the planner's own choice. */
  score: {
    readonly asked: Asked & { readonly objective: NonNullable<PlanOptions['objective']> };
    readonly answer: ChallengeScore;
  };
  /** One query to the compute while it sleeps. Each seed is another start. */
  query: {
    readonly asked: Asked & { readonly seed: number };
    readonly answer: { readonly waitMs: number; readonly isServed: boolean };
  };
  /** The text of the scenario file. */
  scenario: { readonly asked: Asked; readonly answer: string };
  /** The whole answer of the run, as `tidemark simulate --json` prints it. */
  document: { readonly asked: Asked; readonly answer: string };
}

/** A file that was opened before, with fields changed as by `--set`. */
export interface Asked {
  readonly file: string;
  readonly set: readonly string[];
}

export type QuestionName = keyof Questions;

export type ToLabThread =
  | { readonly id: number; readonly name: QuestionName; readonly asked: Questions[QuestionName]['asked'] }
  | { readonly id: number; readonly stop: true };

export type FromLabThread =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly problems: readonly Problem[] }
  | { readonly id: number; readonly error: string }
  | { readonly id: number; readonly share: number; readonly found?: string };
