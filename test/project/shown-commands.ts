import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './place.ts';

/** The pages that are written for people, from the root. */
export const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'ARCHITECTURE.md',
  ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`),
].filter((path) => path.endsWith('.md'));

export interface Shown {
  readonly page: string;
  readonly command: string;
  /** The output that the page shows, where it shows one. */
  readonly output: string | null;
}

/**
 * In `console` blocks a line after `$ ` is a command and what follows its output; in `sh` blocks lines are commands.
 */
function commandsOf(page: string): Shown[] {
  const text = readFileSync(join(root, page), 'utf8');
  return [...text.matchAll(/^```(sh|console)\n([\s\S]*?)^```$/gm)].flatMap(([, kind, block]): Shown[] => {
    const body = block as string;
    if (kind === 'sh') {
      return body
        .split('\n')
        .filter((line) => line.trim() !== '' && !line.startsWith('#'))
        .map((command) => ({ page, command, output: null }));
    }
    return body
      .split(/^\$ /m)
      .slice(1)
      .map((part) => {
        const end = part.indexOf('\n');
        return { page, command: part.slice(0, end), output: part.slice(end + 1) };
      });
  });
}

/** The commands in code blocks of all pages. */
export function shownCommands(): Shown[] {
  return pages.flatMap(commandsOf);
}

/** Whether it is a command of this project, not of a package manager alone. */
export function isOwn({ command }: Shown): boolean {
  return command.includes('npx tidemark');
}
