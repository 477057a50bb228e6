// The worker thread of the lab. It has the library, and the page never waits for it.
import {
  type AskOptions,
  ProblemError,
  plan,
  readScenario,
  readTrace,
  type Source,
  simulate,
} from '../../library/browser.ts';
import { jsonDocument } from '../../report/index.ts';
import { namedFactFile, readDocument, traceMentions } from '../../scenario/index.ts';
import { scoreOf } from '../chapters/score.ts';
import { computesIn } from '../controls/scenario-fields.ts';
import { planPicture } from '../picture/plan-picture.ts';
import { runPicture } from '../picture/run-picture.ts';
import type {
  Asked,
  FromLabThread,
  LabFile,
  QuestionName,
  Questions,
  ToLabThread,
} from './asking/messages.ts';
import { queryToSleeper } from './asking/query-to-sleeper.ts';
import { thisBrowser } from './browser.ts';

/** The files that were opened, by their names. A trace is read once. */
const opened = new Map<
  string,
  { readonly source: Source; readonly files: NonNullable<AskOptions['files']> }
>();

const running = new Map<number, AbortController>();

self.addEventListener('message', ({ data }: MessageEvent<ToLabThread>) => {
  if ('stop' in data) running.get(data.id)?.abort();
  else void answer(data.id, data.name, data.asked);
});

const PROGRESS_EVERY_MS = 150;

async function answer(
  id: number,
  name: QuestionName,
  asked: Questions[QuestionName]['asked'],
): Promise<void> {
  const stop = new AbortController();
  running.set(id, stop);
  let nextMs = thisBrowser.nowMs() + PROGRESS_EVERY_MS;
  const ask: AskOptions = {
    signal: stop.signal,
    onProgress: ({ share, found }) => {
      // The page draws itself anew for each message, and most answers come sooner than anybody could read one.
      if (thisBrowser.nowMs() < nextMs) return;
      nextMs = thisBrowser.nowMs() + PROGRESS_EVERY_MS;
      reply({ id, share, ...(found === undefined ? {} : { found }) });
    },
  };
  try {
    const answers: { readonly [Name in QuestionName]: (of: never, with_: AskOptions) => Promise<unknown> } =
      ANSWERS;
    reply({ id, answer: await answers[name](asked as never, ask) });
  } catch (error) {
    if (stop.signal.aborted) return;
    if (error instanceof ProblemError) reply({ id, problems: error.problems });
    else reply({ id, error: error instanceof Error ? error.message : String(error) });
  } finally {
    running.delete(id);
  }
}

const ANSWERS: {
  readonly [Name in QuestionName]: (
    asked: Questions[Name]['asked'],
    ask: AskOptions,
  ) => Promise<Questions[Name]['answer']>;
} = {
  async open({ name, content, others = {} }: LabFile, ask) {
    const source = { name, bytes: content };
    const files = { ...others, ...underTheirPaths(content, others) };
    const { kind, fields } = await readScenario(source, {}, { ...ask, files });
    const computes = computesIn(fields);
    if (computes !== 1) throw new Error(`The lab shows one compute, and this scenario has ${computes}.`);
    opened.set(name, { source: kind === 'trace' ? await readTrace(source, {}, ask) : source, files });
    return { kind, fields };
  },
  run: async (asked, ask) => runPicture(await simulated(asked, ask)),
  async demand({ file, set }, ask) {
    const unlimited = [...set, 'plan=scale', 'compute.changes=[]', 'size=56', 'suspendAfter=off'];
    const { computes } = await simulated({ file, set: unlimited }, ask);
    return computes[0]?.timeSeries.usedVcpu ?? [];
  },
  async plan({ file, set, objective }, ask) {
    const { source, files } = fileNamed(file);
    return planPicture(await plan(source, { set, objective }, { ...ask, files }));
  },
  async score({ file, set, objective }, ask) {
    const { source, files } = fileNamed(file);
    return scoreOf(await plan(source, { set, objective }, { ...ask, files }));
  },
  async query({ file, set, seed }, ask) {
    const { source, files } = fileNamed(file);
    const { fields } = await readScenario(source, { set }, { ...ask, files });
    let [sentMs, endMs, isServed] = [0, 0, false];
    await simulate(
      queryToSleeper(fields, seed),
      { compare: false },
      {
        ...ask,
        onEvent: ({ kind, at }) => {
          if (sentMs === 0 && kind.startsWith('connection.')) sentMs = at.getTime();
          isServed ||= kind === 'query.done';
          if (ENDS.includes(kind)) endMs = at.getTime();
        },
      },
    );
    return { waitMs: endMs - sentMs, isServed };
  },
  async scenario({ file, set }, ask) {
    const { source, files } = fileNamed(file);
    return (await readScenario(source, { set }, { ...ask, files })).text;
  },
  document: async (asked, ask) => `${jsonDocument(await simulated(asked, ask))}\n`,
};

/** The events that end the wait of a client. */
const ENDS: readonly string[] = ['query.done', 'connection.timedOut', 'connection.refused'];

function simulated({ file, set }: Asked, ask: AskOptions) {
  const { source, files } = fileNamed(file);
  return simulate(source, { set, compare: false }, { ...ask, files });
}

/** The files under the paths by which a scenario names them, because people drop files without their folders. */
function underTheirPaths(content: LabFile['content'], others: NonNullable<LabFile['others']>) {
  if (Object.keys(others).length === 0) return {};
  const text = typeof content === 'string' ? content : new TextDecoder().decode(content);
  const document = readDocument(text, 'scenario');
  const facts = namedFactFile(document);
  const traces = traceMentions(document).map(({ reference }) => reference.file);
  const paths = facts === null ? traces : [facts, ...traces];
  return Object.fromEntries(
    paths.flatMap((path) => {
      const content = others[path.slice(path.lastIndexOf('/') + 1)];
      return content === undefined ? [] : [[path, content]];
    }),
  );
}

function fileNamed(name: string) {
  const file = opened.get(name);
  if (file === undefined) throw new Error(`the file ${name} was not opened`);
  return file;
}

function reply(message: FromLabThread): void {
  self.postMessage(message);
}
