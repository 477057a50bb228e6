import { problem } from '../../../problem/index.ts';
import { changesSince, digestBlocks, type PortfolioAnswer, renderPage } from '../../../report/index.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import type { RunPlanOptions } from './run-plan-options.ts';

/** Writes the changes since an earlier plan as Markdown. Null if nobody asked. */
export function digestOutput(
  { digestTo: path, since, applyTo }: Pick<RunPlanOptions, 'digestTo' | 'since' | 'applyTo'>,
  terminal: Terminal,
): ((answer: PortfolioAnswer) => void) | null {
  if (path === undefined) return null;
  if (since === undefined)
    throw problem(
      { field: '--digest-to' },
      'there is no earlier plan to compare with',
      'name what it printed with --json: --since last.json',
    );
  if (path === '-' && applyTo === '-')
    throw problem(
      { field: '--digest-to' },
      'standard output already has the changes of --apply-to',
      'write one of them to a file',
    );
  return (answer) => {
    if (answer.since === null) return;
    const blocks = digestBlocks(changesSince(answer, answer.since), answer.currency);
    const text = `${renderPage(blocks, 'markdown')}\n`;
    if (path === '-') return terminal.out(text);
    const file = terminal.create(path);
    file.write(text);
    file.commit();
    terminal.err(`${path} is written.\n`);
  };
}
