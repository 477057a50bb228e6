import type { Problem } from '../../../library/tidemark.ts';
import type { FromLabThread, QuestionName, Questions, ToLabThread } from './messages.ts';

/** A question failed because of what the person gave. */
export class RefusedQuestion extends Error {
  /** The fields that were set to what was refused. */
  readonly fields: readonly string[];

  constructor(problems: readonly Problem[]) {
    super([...new Set(problems.map(wordsOf))].join('\n'));
    this.fields = problems.flatMap(({ place }) => OF_CHANGE.exec(place.field ?? '')?.[1] ?? []);
  }
}

/** A problem with a change names the option and the field. */
const OF_CHANGE = /^set (\S+)/;

function wordsOf({ place, found, remedy }: Problem): string {
  const field = (place.field ?? '').replace(/^set /, '');
  const line = place.line === undefined ? '' : `line ${place.line}, `;
  return `${line}${field === '' ? '' : `${field}: `}${found}; ${remedy}`;
}

/** A question was stopped. */
export class StoppedQuestion extends Error {}

type OnProgress = (share: number, found?: string) => void;

interface Waiting {
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
  readonly progress: OnProgress;
}

/** Asks questions of a worker thread. */
export class LabThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.addEventListener('message', ({ data }: MessageEvent<FromLabThread>) => this.#receive(data));
    worker.addEventListener('error', ({ message }) => this.#failAll(message));
  }

  ask<Name extends QuestionName>(
    name: Name,
    asked: Questions[Name]['asked'],
    signal?: AbortSignal,
    progress: OnProgress = () => {},
  ): Promise<Questions[Name]['answer']> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, progress });
      this.#send({ id, name, asked });
      signal?.addEventListener('abort', () => {
        if (!this.#waiting.delete(id)) return;
        this.#send({ id, stop: true });
        reject(new StoppedQuestion());
      });
    });
  }

  #send(message: ToLabThread): void {
    this.#worker.postMessage(message);
  }

  #receive(message: FromLabThread): void {
    const waiting = this.#waiting.get(message.id);
    if (waiting === undefined) return;
    if ('share' in message) {
      waiting.progress(message.share, message.found);
      return;
    }
    this.#waiting.delete(message.id);
    if ('answer' in message) waiting.resolve(message.answer as never);
    else if ('problems' in message) waiting.reject(new RefusedQuestion(message.problems));
    else waiting.reject(new Error(message.error));
  }

  #failAll(message: string): void {
    for (const { reject } of this.#waiting.values()) reject(new Error(message));
    this.#waiting.clear();
  }
}
