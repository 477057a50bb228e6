import { startChild } from '../child.ts';
import type { Figure } from '../figure.ts';
import type { Compute, Emulator } from './emulator.ts';

const CLIENTS = 5000;
/** The clients are spread over processes, because a process has a limit of open files. */
const PROCESSES = 2;
const MIB = 1024 ** 2;

/** The memory for idle clients of the pooler. */
export async function idleFigure(emulator: Emulator, { uri }: Compute): Promise<Figure> {
  const before = emulator.child.residentBytes();
  const count = String(CLIENTS / PROCESSES);
  const children = [];
  for (let process = 0; process < PROCESSES; process++)
    children.push(await startChild('gateway/idle-clients', [`${uri}-pooler`, count]));
  const after = emulator.child.residentBytes();
  for (const child of children) await child.stop();
  return {
    name: `memory, ${CLIENTS.toLocaleString('en')} idle clients of the pooler`,
    ours: `${(after / MIB).toFixed(0)} MiB`,
    reference: `${(before / MIB).toFixed(0)} MiB (before they came)`,
    ratio: after / before,
    asked: 'below 300 MB',
  };
}
