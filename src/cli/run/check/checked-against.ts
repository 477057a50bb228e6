import type { PlanAnswer } from '../../../report/index.ts';
import type { TraceOptions } from '../../options.ts';
import type { Terminal } from '../../terminal.ts';
import type { ReadAssuming } from '../scenario-file.ts';
import { type ActualOptions, readActual } from './actual-file.ts';
import type { InForceOptions } from './in-force.ts';

/** How far a plan's own replay of the present setting is off; null: nobody has said what happened. */
export async function checkedAgainst(
  read: ReadAssuming,
  file: string,
  options: ActualOptions & TraceOptions & InForceOptions,
  terminal: Terminal,
): Promise<PlanAnswer['checked']> {
  const told = await readActual(options, terminal);
  if (told === null) return null;
  const { checkWith, heldAgainst } = await import('./check-with.ts');
  const check = await checkWith(await heldAgainst(read, file, told, options, terminal), terminal);
  const { of, total, misfit, verdict, causes, isTelling } = check;
  const metered = told.metered === null ? 'billed' : 'metered';
  return { actual: told.name, metered, of, total, misfit, verdict, causes, isTelling };
}
