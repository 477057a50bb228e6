import { problem } from '../../../problem/index.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import type { RunPlanOptions } from './run-plan-options.ts';

/**
 * Writes the changes of many databases into one file. Null if nobody asked. An existing file is refused before any plan
 * is made.
 */
export function applyOutput(
  { applyAs, applyTo: path, force }: Pick<RunPlanOptions, 'applyAs' | 'applyTo' | 'force'>,
  terminal: Terminal,
): ((text: string) => void) | null {
  if (path === undefined) return null;
  if (applyAs === undefined)
    throw problem({ field: '--apply-to' }, 'the form is missing', 'add --apply-as terraform, curl or cli');
  if (path === '-') return terminal.out;
  if (!force && terminal.exists(path))
    throw problem({ file: path }, 'the file exists already', 'name another, or add --force');
  return (text) => {
    const file = terminal.create(path);
    file.write(text);
    file.commit();
    terminal.err(`${path} is written.\n`);
  };
}
