import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type PageBlock, renderPage, SCREEN_LINES } from '../../src/report/index.ts';
import { run } from './run.ts';

const root = new URL('../../', import.meta.url);

/** A stored plan: a file with the command in its first line, followed by the output. */
export interface GoldenPlan {
  readonly name: string;
  /** The file that is planned. */
  readonly file: string;
  /**
   * The stored output and the current one: one screen, then what --full prints. WRITE_GOLDENS=1 stores the current one,
   * to be read before it is committed.
   */
  readonly compare: () => Promise<{ readonly kept: string; readonly printed: string }>;
}

export function goldenPlans(folder: URL): GoldenPlan[] {
  return readdirSync(folder).map((name) => {
    const path = new URL(name, folder);
    const kept = readFileSync(path, 'utf8');
    const [command = ''] = kept.split('\n', 1);
    const args = command.replace('$ tidemark ', '').split(' ');
    const file = args[1] as string;
    const compare = async () => {
      const files = { [file]: readFileSync(new URL(file, root)) };
      const { code, out, err } = await run([...args, '--json'], files);
      const shown = out === '' ? '' : shownOf(name, out);
      const printed = `${command}\n${shown}${err}${code === 0 ? '' : `exit code ${code}\n`}`;
      if (process.env.WRITE_GOLDENS !== '1') return { kept, printed };
      writeFileSync(path, printed);
      return { kept: printed, printed };
    };
    return { name, file, compare };
  });
}

/** The answer on one screen, and then all of it. */
function shownOf(name: string, document: string): string {
  const { summary, page } = JSON.parse(document) as Record<'summary' | 'page', PageBlock[]>;
  const short = renderPage(summary, 'text');
  const lines = short.split('\n');
  if (lines.length > SCREEN_LINES || lines.some((line) => line.length > 80))
    throw new Error(`the answer of ${name} does not fit on a screen:\n${short}`);
  return `${short}\n\n--full:\n${renderPage(page, 'text')}\n`;
}
