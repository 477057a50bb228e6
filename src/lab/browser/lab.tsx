import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { commandOf } from '../controls/as-command.ts';
import { type Control, changesBy, controlsOf, type Values } from '../controls/controls.ts';
import { fragmentOf, type LabState, stateIn } from '../controls/lab-state.ts';
import type { RunPicture } from '../picture/run-picture.ts';
import type { LabThread } from './asking/lab-thread.ts';
import type { LabFile } from './asking/messages.ts';
import { thisBrowser } from './browser.ts';
import type { Position } from './charts/trade-off.tsx';
import { fileOf, type LabData } from './lab-data.ts';
import { ControlField } from './parts/control-field.tsx';
import { FigureTiles } from './parts/figure-tiles.tsx';
import { FileDrop } from './parts/file-drop.tsx';
import { Planner } from './parts/planner.tsx';
import { SendQuery } from './parts/send-query.tsx';
import { TimeView } from './parts/time-view.tsx';
import { useAnswer } from './parts/use-answer.ts';
import { useColours } from './parts/use-colours.ts';

interface LabProps {
  readonly data: LabData;
  readonly thread: LabThread;
}

export function Lab({ data, thread }: LabProps) {
  const [files, setFiles] = useState<readonly LabFile[]>(() => data.files.map(fileOf));
  const [state, setState] = useState<LabState>(() => stateIn(thisBrowser.fragment()) ?? data.start);
  const file = files.find(({ name }) => name === state.file);
  const opened = useAnswer(thread, 'open', file ?? null);
  const controls = useMemo(
    () => (opened.answer === null ? [] : controlsOf(opened.answer.fields)),
    [opened.answer],
  );
  const isReady = opened.answer !== null && !opened.isStale;
  const askedWith = (values: Values) =>
    isReady ? { file: state.file, set: changesBy(controls, values) } : null;
  const asked = askedWith(state.values);
  const run = useAnswer(thread, 'run', asked);
  const pinned = useAnswer(thread, 'run', state.pinned && askedWith(state.pinned));
  const demandOf = controls.filter(({ group }) => group === 'Demand' || group === 'Clients');
  // The thread draws the run first.
  const demand = useAnswer(
    thread,
    'demand',
    isReady && run.answer !== null ? { file: state.file, set: changesBy(demandOf, state.values) } : null,
  );
  const colours = useColours(data.colours);
  const positions = usePositions(run.answer, state.file);
  const [note, setNote] = useState('');

  useEffect(() => thisBrowser.setFragment(fragmentOf(state)), [state]);
  useEffect(
    () => thisBrowser.onFragment(() => setState((before) => stateIn(thisBrowser.fragment()) ?? before)),
    [],
  );

  const set = (control: Control, value: string) =>
    setState(({ values: { [control.id]: _, ...others }, ...rest }) => ({
      ...rest,
      values: value === control.value ? others : { ...others, [control.id]: value },
    }));
  const open = (chosen: LabFile) => {
    setFiles((before) => [chosen, ...before.filter(({ name }) => name !== chosen.name)]);
    setState({ file: chosen.name, values: {}, pinned: null });
  };
  const download = async (name: string, question: 'scenario' | 'document') => {
    if (asked === null) return;
    try {
      thisBrowser.download(name, await thread.ask(question, asked));
    } catch (error) {
      setNote((error as Error).message);
    }
  };
  const cliff = data.cliffs.find(
    (one) => fragmentOf({ file: one.file, values: one.b, pinned: one.a }) === fragmentOf(state),
  );
  const trouble =
    file === undefined
      ? `The page does not have ${state.file}. Drop the file on this page, or choose an example.`
      : (opened.trouble ?? run.trouble);
  const command = commandOf(state.file, asked?.set ?? []);

  return (
    <>
      <header>
        <p class="brand">tidemark lab</p>
        <h1>{run.answer?.answer ?? 'The lab of tidemark'}</h1>
        <p class="under">{run.answer?.why}</p>
        <div class="choose">
          <label>
            Example{' '}
            <select
              value={cliff?.id ?? ''}
              onChange={(event) => {
                const chosen = data.cliffs.find(({ id }) => id === event.currentTarget.value);
                if (chosen) setState({ file: chosen.file, values: chosen.b, pinned: chosen.a });
                else setState(data.start);
              }}
            >
              <option value="">{cliff ? data.start.file : state.file}</option>
              {data.cliffs.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </select>
          </label>
          <FileDrop onFile={open} onTrouble={setNote} />
        </div>
        {cliff && <p class="look">{cliff.look}</p>}
      </header>
      <main>
        <form class="controls" aria-label="Configuration" onSubmit={(event) => event.preventDefault()}>
          {trouble !== null && (
            <p class="trouble" role="alert">
              {trouble}
            </p>
          )}
          {GROUPS.map((group) => (
            <fieldset key={group} hidden={!controls.some((control) => control.group === group)}>
              <legend>{group}</legend>
              {controls
                .filter((control) => control.group === group)
                .map((control) => (
                  <ControlField
                    key={`${state.file} ${control.id}`}
                    control={control}
                    value={state.values[control.id] ?? control.value}
                    pinned={state.pinned && (state.pinned[control.id] ?? control.value)}
                    isRefused={run.refused.some((name) =>
                      control.changes('').some((one) => one.startsWith(`${name}=`)),
                    )}
                    onChange={(value) => set(control, value)}
                  />
                ))}
            </fieldset>
          ))}
          <div class="buttons">
            <button
              type="button"
              disabled={Object.keys(state.values).length === 0}
              onClick={() => setState({ ...state, values: {} })}
            >
              Reset
            </button>
          </div>
        </form>
        <div class="results" aria-busy={run.isStale}>
          <div class="buttons">
            {state.pinned === null ? (
              <button
                type="button"
                disabled={run.answer === null}
                onClick={() => setState({ ...state, pinned: state.values })}
              >
                Pin this as A
              </button>
            ) : (
              <button type="button" onClick={() => setState({ ...state, pinned: null })}>
                Unpin A
              </button>
            )}
            <button
              type="button"
              onClick={async () =>
                setNote((await thisBrowser.copy(command)) ? 'The command is copied.' : command)
              }
            >
              Copy as command
            </button>
            <button type="button" disabled={asked === null} onClick={() => download('lab.yaml', 'scenario')}>
              Download as scenario
            </button>
            <button type="button" disabled={asked === null} onClick={() => download('lab.json', 'document')}>
              Download the answer
            </button>
            <span class="quiet" role="status">
              {run.share !== null && run.share < 1 ? `Simulating: ${Math.round(run.share * 100)}%` : note}
            </span>
          </div>
          {run.answer !== null && (
            <>
              <FigureTiles now={run.answer} pinned={pinned.answer} />
              <TimeView now={run.answer} pinned={pinned.answer} demand={demand.answer} colours={colours} />
              <div class="beside">
                <Planner
                  thread={thread}
                  asked={asked}
                  positions={positions}
                  current={positionOf(run.answer)}
                  pinned={pinned.answer && positionOf(pinned.answer)}
                  currency={run.answer.currency}
                  onChoose={(values) => setState({ ...state, values: { ...state.values, ...values } })}
                />
                <SendQuery thread={thread} asked={asked} />
              </div>
            </>
          )}
        </div>
      </main>
      <footer>
        <p>
          <code>{command}</code>
        </p>
        <p>
          Made by tidemark {data.version}. Everything runs in this page: it sends nothing, and loads nothing
          from elsewhere.
        </p>
      </footer>
    </>
  );
}

const GROUPS = ['Compute', 'Clients', 'Demand', 'Service'] as const;

/** Every position that was visited with this file. */
function usePositions(run: RunPicture | null, file: string): readonly Position[] {
  const been = useRef<{ file: string; positions: readonly Position[] }>({ file, positions: [] });
  if (been.current.file !== file) been.current = { file, positions: [] };
  useEffect(() => {
    if (run !== null)
      been.current.positions = [...been.current.positions, positionOf(run)].slice(-MOST_POSITIONS);
  }, [run]);
  return been.current.positions;
}

const MOST_POSITIONS = 200;

function positionOf({ answer, figures }: RunPicture): Position {
  const { costPerMonth, delayP99Ms, wakesPerDay, throttledShare } = figures;
  return { text: answer.replace(/ costs? .*$/, ''), costPerMonth, delayP99Ms, wakesPerDay, throttledShare };
}
