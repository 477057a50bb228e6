import { withPlace } from '../../../advisor/index.ts';
import { CHAPTER_FILES, CLIFFS, chapterIn, computesIn, labPage, lessonChapters } from '../../../lab/index.ts';
import { LESSON, type LessonStep } from '../../../lesson/index.ts';
import { listen, objectivesOf, ownVersion, scenarioInFile } from '../../../library/index.ts';
import { oneLine, problem } from '../../../problem/index.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { hostOf } from '../asked.ts';
import { runStep } from '../lesson-run.ts';
import { embeddedFile, shippedFile } from './embedded-file.ts';
import { labScripts } from './lab-scripts.ts';

interface LabFlags {
  readonly html?: string;
  readonly port: number;
  readonly open: boolean;
}

/** Where the lab begins without a file. */
const FIRST = 'scenarios/lab/small-shop.yaml';

export async function runLab(file: string | undefined, flags: LabFlags, terminal: Terminal): Promise<void> {
  const page = await pageOf(file, terminal);
  if (flags.html === undefined) return served(page, flags, terminal);
  const written = terminal.create(flags.html);
  written.write(page);
  written.commit();
  terminal.err(`${flags.html} is written: open it in a browser.\n`);
}

async function pageOf(file: string | undefined, terminal: Terminal): Promise<string> {
  if (file !== undefined) await refuseWrong(file, terminal);
  const shipped = [FIRST, ...CLIFFS.map((cliff) => cliff.file), ...CHAPTER_FILES];
  const others = [...new Set(shipped)].filter((name) => name !== file);
  const own = file === undefined ? [] : [await embeddedFile(file, terminal)];
  const steps: LessonStep[] = [];
  for (const step of LESSON) steps.push((await runStep(step, terminal)).lesson);
  return labPage({
    files: [...own, ...others.map(shippedFile)],
    start: { file: file ?? FIRST, values: {}, pinned: null, chapter: null },
    chapters: lessonChapters(steps),
    version: ownVersion(),
    scripts: labScripts(),
  });
}

/** Says what is wrong with a file here, and not in the page. */
async function refuseWrong(file: string, terminal: Terminal): Promise<void> {
  if (file === '-')
    throw problem({ field: 'FILE' }, 'the page needs the name of a file', 'save standard input to a file');
  const { fields } = await scenarioInFile(file, {}, hostOf(terminal));
  const computes = computesIn(fields);
  if (computes !== 1)
    throw problem(
      { file },
      `the lab shows one compute, and this scenario has ${computes}`,
      'name a scenario of one',
    );
  const challenge = chapterIn(fields, file)?.challenge;
  if (challenge)
    withPlace({ file, field: 'chapter.challenge' }, () => objectivesOf({ objective: challenge }));
}

/** Serves the page on this machine until Ctrl-C. */
async function served(page: string, { port, open }: LabFlags, terminal: Terminal): Promise<void> {
  const host = '127.0.0.1';
  let names: readonly string[] = [];
  const listening = await listen(host, port, async (request) => {
    const { pathname } = new URL(request.url);
    // A page of another name, which leads to this address, must not read the file in the page.
    if (!names.includes(request.headers.get('host') ?? ''))
      return new Response('unknown name\n', { status: 421 });
    if (pathname !== '/') return new Response('not found\n', { status: 404 });
    return new Response(page, { headers: HEADERS });
  });
  names = [`${host}:${listening.port}`, `localhost:${listening.port}`];
  const address = `http://${host}:${listening.port}/`;
  const ended = new Promise<void>((resolve) => {
    terminal.signals.once('SIGINT', resolve).once('SIGTERM', resolve);
  });
  terminal.out(`${address}\n`);
  terminal.err('The lab is there until Ctrl-C.\n');
  if (open)
    terminal.browse(address, (why) =>
      terminal.err(`No browser was opened (${oneLine(why)}): open the address.\n`),
    );
  await ended;
  await listening.close();
}

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
};
