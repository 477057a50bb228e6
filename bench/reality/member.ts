import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ControlGroup } from './control-group.ts';

/** Runs a program of this folder as a member of a group. Returns the lines that it prints. */
export async function linesOfMember(
  group: ControlGroup,
  program: string,
  argument: number,
): Promise<string[]> {
  const path = fileURLToPath(new URL(`./${program}.js`, import.meta.url));
  const child = spawn(
    'sh',
    ['-c', `${group.joining} && exec "$@"`, 'sh', process.execPath, path, `${argument}`],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let out = '';
  for await (const text of child.stdout) out += text;
  return out.trim().split('\n');
}
