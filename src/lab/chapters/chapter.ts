import type { PlanOptions, ScenarioFields } from '../../library/tidemark.ts';
import type { Values } from '../controls/controls.ts';

/** A question to guess before the run is shown, and a challenge after it. */
export interface Chapter {
  readonly id: string;
  readonly title: string;
  /** The scenario that the chapter is about. */
  readonly file: string;
  /** The values with which it begins, and those of a run beside it, if there is one. */
  readonly values: Values;
  readonly pinned: Values | null;
  readonly situation: string;
  readonly question: string;
  readonly choices: readonly string[];
  /** The number of the right choice, from 0. */
  readonly right: number;
  /** Paragraphs that say why. */
  readonly answer: readonly string[];
  /** The objectives to meet at the least cost. Null if there is no challenge. */
  readonly challenge: Challenge | null;
}

export type Challenge = Exclude<NonNullable<PlanOptions['objective']>, readonly string[]>;

/** The chapter that a teacher wrote into a scenario. Null if there is none. */
export function chapterIn(fields: ScenarioFields, file: string): Chapter | null {
  const written = fields.chapter as WrittenChapter | undefined;
  if (written === undefined) return null;
  const { title, situation = '', question, choices, right, answer, challenge = null } = written;
  return {
    id: file,
    title,
    file,
    values: {},
    pinned: null,
    situation,
    question,
    choices,
    right: right - 1,
    answer: [answer],
    challenge,
  };
}

/** The field `chapter` of a scenario, which its schema has checked. */
interface WrittenChapter {
  readonly title: string;
  readonly situation?: string;
  readonly question: string;
  readonly choices: readonly string[];
  readonly right: number;
  readonly answer: string;
  readonly challenge?: Challenge;
}
