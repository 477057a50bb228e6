import { useState } from 'preact/hooks';
import type { LabState } from '../../controls/lab-state.ts';
import type { LabThread } from '../asking/lab-thread.ts';
import type { Asked } from '../asking/messages.ts';
import { thisBrowser } from '../browser.ts';

interface RunButtonsProps {
  readonly thread: LabThread;
  readonly state: LabState;
  readonly asked: Asked | null;
  readonly command: string;
  /** How much of a simulation is done. Null if none runs. */
  readonly share: number | null;
  readonly onChange: (state: LabState) => void;
}

/** Pins the run, and takes it out of the page. */
export function RunButtons({ thread, state, asked, command, share, onChange }: RunButtonsProps) {
  const [note, setNote] = useState('');
  const download = async (name: string, question: 'scenario' | 'document') => {
    if (asked === null) return;
    try {
      thisBrowser.download(name, await thread.ask(question, asked));
      setNote('');
    } catch (error) {
      setNote((error as Error).message);
    }
  };
  const copy = async () => setNote((await thisBrowser.copy(command)) ? 'The command is copied.' : command);
  const isPinned = state.pinned !== null;
  return (
    <div class="buttons">
      <button
        type="button"
        disabled={asked === null}
        onClick={() => onChange({ ...state, pinned: isPinned ? null : state.values })}
      >
        {isPinned ? 'Unpin A' : 'Pin this as A'}
      </button>
      <button type="button" onClick={copy}>
        Copy as command
      </button>
      <button type="button" disabled={asked === null} onClick={() => download('lab.yaml', 'scenario')}>
        Download as scenario
      </button>
      <button type="button" disabled={asked === null} onClick={() => download('lab.json', 'document')}>
        Download the answer
      </button>
      <span class="quiet" role="status">
        {share !== null && share < 1 ? `Simulating: ${Math.round(share * 100)}%` : note}
      </span>
    </div>
  );
}
