import { useId, useState } from 'preact/hooks';
import type { Chapter } from '../../chapters/chapter.ts';
import type { ChallengeScore } from '../../chapters/score.ts';
import type { LabThread } from '../asking/lab-thread.ts';
import type { Asked } from '../asking/messages.ts';

interface ChapterPanelProps {
  readonly chapter: Chapter;
  /** The number of the choice; -1 if the person wants to see the answer without a guess. Null before. */
  readonly guess: number | null;
  readonly onGuess: (choice: number) => void;
  readonly thread: LabThread;
  /** The scenario with the person's configuration, and everything else as it was. */
  readonly asked: Asked | null;
}

/** A situation and a question. The run is shown after the guess, and then there may be a challenge. */
export function ChapterPanel({ chapter, guess, onGuess, thread, asked }: ChapterPanelProps) {
  const { title, situation, question, choices, right, answer, challenge } = chapter;
  const id = useId();
  return (
    <section class="chapter" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p>{situation}</p>
      <fieldset>
        <legend>{question}</legend>
        {choices.map((text, at) => (
          <label
            key={text}
            class={guess === null ? '' : at === right ? 'right' : at === guess ? 'wrong' : ''}
          >
            <input type="radio" name={id} checked={guess === at} onChange={() => onGuess(at)} /> {text}
          </label>
        ))}
        {guess === null && (
          <button type="button" onClick={() => onGuess(-1)}>
            Show the answer
          </button>
        )}
      </fieldset>
      <div role="status">
        {guess !== null && (
          <>
            <p>
              <strong>{verdictOn(guess, right)}</strong> {choices[right]}.
            </p>
            {answer.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </>
        )}
      </div>
      {guess !== null && challenge !== null && (
        <ChallengePart challenge={challenge} thread={thread} asked={asked} />
      )}
    </section>
  );
}

function verdictOn(guess: number, right: number): string {
  if (guess === right) return 'Right:';
  return guess < 0 ? 'The answer:' : 'Not quite. The answer is:';
}

interface ChallengePartProps {
  readonly challenge: NonNullable<Chapter['challenge']>;
  readonly thread: LabThread;
  readonly asked: Asked | null;
}

function ChallengePart({ challenge, thread, asked }: ChallengePartProps) {
  const [judged, setJudged] = useState<{ readonly of: string; readonly score: ChallengeScore } | null>(null);
  const [state, setState] = useState('');
  const of = JSON.stringify(asked);
  const score = judged?.of === of ? judged.score : null;
  const judge = async () => {
    if (asked === null) return;
    setState('Judging…');
    try {
      setJudged({ of, score: await thread.ask('score', { ...asked, objective: challenge }) });
      setState('');
    } catch (error) {
      setState((error as Error).message);
    }
  };
  return (
    <div class="challenge">
      <h3>Challenge</h3>
      <p>
        Find the cheapest minimum, maximum, timeout and pooler that meet these objectives, with some headroom:{' '}
        {objectiveWords(challenge)}. Changes of clients, demand and prices do not count.
      </p>
      <button type="button" disabled={asked === null || state === 'Judging…'} onClick={judge}>
        Judge my configuration
      </button>
      <p role="status">
        {state}
        {score && (
          <>
            <strong>{score.points} of 100.</strong> {score.words}
          </>
        )}
      </p>
    </div>
  );
}

function objectiveWords(challenge: NonNullable<Chapter['challenge']>): string {
  const words = Object.entries(challenge).map(([name, bound]) =>
    bound === 'off' ? `any ${name}` : `${name} ${bound} at most`,
  );
  return `${words.join(', ')}, and the usual ones of plans`;
}
