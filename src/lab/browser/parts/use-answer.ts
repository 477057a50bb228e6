import { useLayoutEffect, useState } from 'preact/hooks';
import { type LabThread, RefusedQuestion, StoppedQuestion } from '../asking/lab-thread.ts';
import type { QuestionName, Questions } from '../asking/messages.ts';

/** The last answer to a question that changes. */
interface LastAnswer<Answer> {
  /** Null before the first answer, and while nothing is asked. */
  readonly answer: Answer | null;
  /** Whether the answer is to an earlier question. */
  readonly isStale: boolean;
  /** Whether a question waits for its answer. */
  readonly isAsked: boolean;
  /** How much of the work is done, from 0 to 1. Null if nothing is being answered. */
  readonly share: number | null;
  readonly trouble: string | null;
  /** The fields whose values were refused. */
  readonly refused: readonly string[];
}

interface Kept<Answer> extends Omit<LastAnswer<Answer>, 'isStale' | 'isAsked'> {
  readonly key: string | null;
  /** The question that was answered or refused last. */
  readonly endedKey: string | null;
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
      (answer) => setKept({ key, endedKey: key, answer, share: null, trouble: null, refused: [] }),
      (error: Error) => {
        if (error instanceof StoppedQuestion) return;
        const refused = error instanceof RefusedQuestion ? error.fields : [];
        setKept((before) => ({ ...before, endedKey: key, share: null, trouble: error.message, refused }));
      },
    );
    return () => stop.abort();
  }, [key]);
  const { key: answeredKey, endedKey, ...last } = kept;
  return { ...last, isStale: answeredKey !== key, isAsked: endedKey !== key };
}

const NOTHING = { key: null, endedKey: null, answer: null, share: null, trouble: null, refused: [] };

function keyOf(asked: object): string {
  // A file has a number of its own, so its content need not be part of the key.
  return JSON.stringify(asked, (name, value) => (CONTENTS.includes(name) ? null : value));
}

const CONTENTS = ['content', 'others'];
