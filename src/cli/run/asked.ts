import type { Asking } from '../../advisor/index.ts';
import { type Host, type Progress, threadsOf } from '../../library/index.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** A question about one database. Ctrl-C aborts it, and a progress bar shows how far it is. */
export function hostOf(terminal: Terminal): Host {
  return {
    reader: terminal,
    threads: threadsOf(terminal.machine.processors),
    asked: (question) => asked(question, terminal),
  };
}

/** A question about many databases, with a line that counts those that are done. */
export function hostOfMany(terminal: Terminal): Host {
  return { ...hostOf(terminal), asked: (question) => askedOfMany(question, terminal) };
}

export function asked<Answer>(
  question: (asking: Asking) => Promise<Answer>,
  terminal: Terminal,
): Promise<Answer> {
  let doing = '';
  let bar: Progress = { show() {}, done() {} };
  const progress: Asking['progress'] = (what, done, of, found) => {
    if (what !== doing) {
      bar.done();
      doing = what;
      bar = terminal.progress(what);
    }
    bar.show(done / of, found);
  };
  return answered(question, progress, () => bar.done(), terminal);
}

const DONE = { planning: 'planned', replaying: 'replayed' } as const;

function askedOfMany<Answer>(
  question: (asking: Asking) => Promise<Answer>,
  terminal: Terminal,
): Promise<Answer> {
  const status = terminal.status();
  const progress: Asking['progress'] = (what, done, of) =>
    status.show(`${DONE[what as keyof typeof DONE]} ${done} of ${of}`);
  return answered(question, progress, status.done, terminal);
}

async function answered<Answer>(
  question: (asking: Asking) => Promise<Answer>,
  progress: Asking['progress'],
  end: () => void,
  { machine, onInterrupt }: Terminal,
): Promise<Answer> {
  const interruption = onInterrupt();
  const { signal, look } = interruption;
  try {
    return await question({ signal, pause: look, progress, threads: threadsOf(machine.processors) });
  } finally {
    end();
    interruption.end();
  }
}
