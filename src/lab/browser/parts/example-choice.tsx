import type { LabState } from '../../controls/lab-state.ts';
import type { LabData } from '../lab-data.ts';

interface ExampleChoiceProps {
  readonly data: LabData;
  /** The names of files that the person has opened. */
  readonly own: readonly string[];
  readonly state: LabState;
  readonly onChoose: (state: LabState) => void;
}

/** The file that is open, chapters, and pairs of runs. */
export function ExampleChoice({ data, own, state, onChoose }: ExampleChoiceProps) {
  const { chapters, cliffs, start } = data;
  const ofChapters = chapters.map(({ id, title, file, values, pinned }) => ({
    title: `${id}. ${title}`,
    state: { file, values, pinned, chapter: id },
  }));
  const ofCliffs = cliffs.map(({ title, file, a, b }) => ({
    title,
    state: { file, values: b, pinned: a, chapter: null },
  }));
  const ofFiles = [start.file, ...own.filter((name) => name !== start.file)].map((file) => ({
    title: file,
    state: { file, values: {}, pinned: null, chapter: null },
  }));
  const all = [...ofFiles, ...ofChapters, ...ofCliffs];
  const open = all.findIndex((one) => isIn(one.state, state));
  const option = ({ title }: (typeof all)[number]) => {
    const at = all.findIndex((one) => one.title === title);
    return (
      <option key={title} value={at}>
        {title}
      </option>
    );
  };
  return (
    <label>
      Example{' '}
      <select
        value={open}
        onChange={(event) => {
          const chosen = all[Number(event.currentTarget.value)];
          if (chosen !== undefined) onChoose(chosen.state);
        }}
      >
        {open < 0 && <option value={-1}>{state.file}</option>}
        {ofFiles.map(option)}
        <optgroup label="Chapters: guess, see, try">{ofChapters.map(option)}</optgroup>
        <optgroup label="Small changes with large effects">{ofCliffs.map(option)}</optgroup>
      </select>
    </label>
  );
}

/** The cliff whose two runs are shown. */
export function cliffIn({ cliffs }: LabData, state: LabState) {
  return cliffs.find(({ file, a, b }) => isIn({ file, values: b, pinned: a, chapter: null }, state));
}

/** Whether a state is that of an example, or what a person has made of a chapter or of the first file. */
function isIn(example: LabState, state: LabState): boolean {
  if (example.file !== state.file || example.chapter !== state.chapter) return false;
  return example.chapter !== null || example.pinned === null || keyOf(example) === keyOf(state);
}

/** The same for equal states, in whatever order their values are. */
function keyOf({ values, pinned }: LabState): string {
  return JSON.stringify([values, pinned ?? {}].map((of) => Object.entries(of).sort()));
}
