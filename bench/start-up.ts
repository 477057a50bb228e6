import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Figure } from './figure.ts';
import { median } from './quantile.ts';

const ROUNDS = 21;
const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** Compares whole commands with an empty Node program in turns, so that a change of speed affects both. */
export function startUp(): Figure[] {
  return [
    startUpOf(['--version'], 'at most 2'),
    startUpOf(['sizes', '--json'], ''),
    startUpOf(['statechart', '--table'], ''),
  ];
}

function startUpOf(args: readonly string[], asked: string): Figure {
  const ours: number[] = [];
  const empty: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(timed([main, ...args]));
    empty.push(timed(['--eval', '']));
  }
  const [own, reference] = [median(ours), median(empty)];
  return {
    name: `tidemark ${args.join(' ')}`,
    ours: `${own.toFixed(0)} ms`,
    reference: `${reference.toFixed(0)} ms (empty Node program)`,
    ratio: own / reference,
    asked,
  };
}

function timed(args: readonly string[]): number {
  const start = performance.now();
  const { status } = spawnSync(process.execPath, args, { stdio: 'ignore' });
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}`);
  return performance.now() - start;
}
