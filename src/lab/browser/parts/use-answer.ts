import { useLayoutEffect, useState } from 'preact/hooks';
import { type LabThread, RefusedQuestion, StoppedQuestion } from '../asking/lab-thread.ts';
import type { QuestionName, Questions } from '../asking/messages.ts';

/** The last answer to a question that changes. */
interface LastAnswer<Answer> {
  /** Null before the first answer, and while nothing is asked. */
  readonly answer: Answer | null;
  /** Whether the answer is to an earlier question. */
  readonly isStale: boolean;
  /** How much of the work is done, from 0 to 1. Null if nothing is being answered. */
  readonly share: number | null;
  readonly trouble: string | null;
  /** The fields whose values were refused. */
  readonly refused: readonly string[];
}

interface Kept<Answer> extends Omit<LastAnswer<Answer>, 'isStale'> {
  readonly key: string | null;
}

/**
 * Asks a question whenever it changes, and stops the question before. The last answer stays until there is a new one,
 * also if the new question is refused.
 */
export function useAnswer<Name extends QuestionName>(
  thread: LabThread,
  name: Name,
  asked: Questions[Name]['asked'] | null,
): LastAnswer<Questions[Name]['answer']> {
  const [kept, setKept] = useState<Kept<Questions[Name]['answer']>>(NOTHING);
  const key = asked === null ? null : keyOf(asked);
  // At once, and not after the browser has painted, which would cost a frame.
  useLayoutEffect(() => {
    if (asked === null) return setKept(NOTHING);
    const stop = new AbortController();
    const progress = (share: number) => setKept((before) => ({ ...before, share }));
    thread.ask(name, asked, stop.signal, progress).then(
      (answer) => setKept({ key, answer, share: null, trouble: null, refused: [] }),
      (error: Error) => {
        if (error instanceof StoppedQuestion) return;
        const problems = error instanceof RefusedQuestion ? error.problems : [];
        const refused = problems.flatMap(({ place }) => FIELD.exec(place.field ?? '')?.[1] ?? []);
        setKept((before) => ({ ...before, share: null, trouble: error.message, refused }));
      },
    );
    return () => stop.abort();
  }, [key]);
  const { key: _, ...last } = kept;
  return { ...last, isStale: kept.key !== key };
}

const NOTHING = { key: null, answer: null, share: null, trouble: null, refused: [] };

/** A problem with a change names the option and the field. */
const FIELD = /^set (\S+)/;

function keyOf(asked: object): string {
  return JSON.stringify(asked, (_, value) => (value instanceof Uint8Array ? value.length : value));
}
