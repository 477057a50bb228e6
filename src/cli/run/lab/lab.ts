import { CLIFFS, labPage } from '../../../lab/index.ts';
import { listen, ownVersion, scenarioInFile } from '../../../library/index.ts';
import { oneLine } from '../../../problem/index.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { hostOf } from '../asked.ts';
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
  // Problems of the file are said here, and not in the page.
  if (file !== undefined) await scenarioInFile(file, {}, hostOf(terminal));
  const shipped = [...new Set([FIRST, ...CLIFFS.map((cliff) => cliff.file)])].filter((name) => name !== file);
  const own = file === undefined ? [] : [await embeddedFile(file, terminal)];
  return labPage({
    files: [...own, ...shipped.map(shippedFile)],
    start: { file: file ?? FIRST, values: {}, pinned: null },
    version: ownVersion(),
    scripts: labScripts(),
  });
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
    return new Response(page, {
      headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
    });
  });
  names = [`${host}:${listening.port}`, `localhost:${listening.port}`];
  const address = `http://${host}:${listening.port}/`;
  terminal.out(`${address}\n`);
  terminal.err('The lab is there until Ctrl-C.\n');
  if (open)
    terminal.browse(address, (why) =>
      terminal.err(`No browser was opened (${oneLine(why)}): open the address.\n`),
    );
  await new Promise<void>((resolve) => {
    terminal.signals.once('SIGINT', resolve).once('SIGTERM', resolve);
  });
  await listening.close();
}
