import { useEffect, useMemo, useState } from 'preact/hooks';
import { chapterIn } from '../chapters/chapter.ts';
import { commandOf } from '../controls/as-command.ts';
import { changesBy, controlsOf, type Values } from '../controls/controls.ts';
import { fragmentOf, type LabState, stateIn } from '../controls/lab-state.ts';
import type { RunPicture } from '../picture/run-picture.ts';
import type { LabThread } from './asking/lab-thread.ts';
import type { LabFile } from './asking/messages.ts';
import { thisBrowser } from './browser.ts';
import type { Position } from './charts/trade-off.tsx';
import { fileOf, type LabData } from './lab-data.ts';
import { ChapterPanel } from './parts/chapter-panel.tsx';
import { ControlPanel } from './parts/control-panel.tsx';
import { cliffIn, ExampleChoice } from './parts/example-choice.tsx';
import { FigureTiles } from './parts/figure-tiles.tsx';
import { FileDrop } from './parts/file-drop.tsx';
import { Planner } from './parts/planner.tsx';
import { RunButtons } from './parts/run-buttons.tsx';
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
  const [guesses, setGuesses] = useState<Readonly<Record<string, number>>>({});
  const [dropTrouble, setDropTrouble] = useState('');
  const file = files.find(({ name }) => name === state.file);
  const opened = useAnswer(thread, 'open', file ?? null);
  const fields = opened.isStale ? null : (opened.answer?.fields ?? null);
  const controls = useMemo(() => (fields === null ? [] : controlsOf(fields)), [fields]);
  const askedWith = (values: Values, of = controls) =>
    fields === null ? null : { file: state.file, set: changesBy(of, values) };
  const asked = askedWith(state.values);
  // A trace has no current configuration, so a plan of it takes only the others.
  const unplanned = askedWith(
    state.values,
    controls.filter(({ isPlanned }) => !isPlanned),
  );
  const askedOfPlan = opened.answer?.kind === 'trace' ? unplanned : asked;
  const run = useAnswer(thread, 'run', asked);
  const pinned = useAnswer(thread, 'run', state.pinned && askedWith(state.pinned));
  const ofDemand = controls.filter(({ group }) => group === 'Demand' || group === 'Clients');
  // The thread makes the picture of the run first.
  const demand = useAnswer(thread, 'demand', run.answer && askedWith(state.values, ofDemand));
  const colours = useColours(data.colours);
  const positions = usePositions(run.answer, state.file);

  // Browsers refuse to change the address too often, as a slider would.
  useEffect(() => thisBrowser.after(200, () => thisBrowser.setFragment(fragmentOf(state))), [state]);
  useEffect(
    () => thisBrowser.onFragment(() => setState((before) => stateIn(thisBrowser.fragment()) ?? before)),
    [],
  );

  const chapter =
    data.chapters.find(({ id }) => id === state.chapter) ?? (fields && chapterIn(fields, state.file));
  const guess = chapter === null ? null : (guesses[chapter.id] ?? null);
  const isHidden = chapter !== null && guess === null;
  const open = (dropped: Omit<LabFile, 'number'>) => {
    const { name } = dropped;
    const number = 1 + Math.max(...files.map((one) => one.number));
    setFiles([{ ...dropped, number }, ...files.filter((one) => one.name !== name)]);
    setGuesses(({ [name]: _, ...others }) => others);
    setState({ file: name, values: {}, pinned: null, chapter: null });
  };
  const trouble =
    file === undefined
      ? `The page does not have ${state.file}. Drop the file on this page, or choose an example.`
      : (opened.trouble ?? run.trouble ?? pinned.trouble ?? (dropTrouble || null));
  const own = files.filter(({ number }) => number >= data.files.length).map(({ name }) => name);
  const command = commandOf(state.file, asked?.set ?? []);
  const shown = isHidden ? null : run.answer;

  return (
    <>
      <header>
        <p class="brand">tidemark lab</p>
        <h1>{shown?.answer ?? chapter?.title ?? 'The lab of tidemark'}</h1>
        <p class="under">{shown?.why}</p>
        <div class="choose">
          <ExampleChoice data={data} own={own} state={state} onChoose={setState} />
          <FileDrop onFile={open} onTrouble={setDropTrouble} />
        </div>
        <p class="look">{cliffIn(data, state)?.look}</p>
      </header>
      <main>
        <ControlPanel controls={controls} state={state} refused={run.refused} onChange={setState}>
          {trouble !== null && (
            <p class="trouble" role="alert">
              {trouble}
            </p>
          )}
        </ControlPanel>
        <div class="results" aria-busy={run.isAsked}>
          {chapter !== null && (
            <ChapterPanel
              key={chapter.id}
              chapter={chapter}
              guess={guess}
              onGuess={(choice) => setGuesses({ ...guesses, [chapter.id]: choice })}
              thread={thread}
              asked={askedWith(
                state.values,
                controls.filter(({ isPlanned }) => isPlanned),
              )}
            />
          )}
          {shown !== null && (
            <>
              <RunButtons
                thread={thread}
                state={state}
                asked={asked}
                command={command}
                share={run.share}
                onChange={setState}
              />
              <FigureTiles now={shown} pinned={pinned.answer} />
              <TimeView now={shown} pinned={pinned.answer} demand={demand.answer} colours={colours} />
              <div class="beside">
                <Planner
                  thread={thread}
                  asked={askedOfPlan}
                  world={JSON.stringify(unplanned)}
                  positions={positions}
                  current={positionOf(shown)}
                  pinned={pinned.answer && positionOf(pinned.answer)}
                  currency={shown.currency}
                  onChoose={(values) => setState({ ...state, values: { ...state.values, ...values } })}
                />
                <SendQuery key={JSON.stringify(asked)} thread={thread} asked={asked} sleeps={shown.sleeps} />
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

/** Every position that was visited with this file. */
function usePositions(run: RunPicture | null, file: string): readonly Position[] {
  const [been, setBeen] = useState<{ readonly file: string; readonly positions: readonly Position[] }>({
    file,
    positions: [],
  });
  useEffect(() => {
    if (run === null) return;
    setBeen((before) => {
      const earlier = before.file === file ? before.positions : [];
      return { file, positions: [...earlier, positionOf(run)].slice(-MOST_POSITIONS) };
    });
  }, [run]);
  return been.file === file ? been.positions : [];
}

const MOST_POSITIONS = 200;

function positionOf({ answer, figures }: RunPicture): Position {
  const { costPerMonth, delayP99Ms, wakesPerDay, throttledShare } = figures;
  return { text: answer.replace(/ costs? .*$/, ''), costPerMonth, delayP99Ms, wakesPerDay, throttledShare };
}
