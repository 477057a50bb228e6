import type { PlanAnswer } from '../../../report/index.ts';
import type { SimulationOptions, TraceOptions } from '../../options.ts';
import type { Terminal } from '../../terminal.ts';
import type { AssumingFile } from '../scenario-file.ts';
import { type ActualOptions, readActual } from './actual-file.ts';
import type { InForceOptions } from './in-force.ts';

/** How far a plan's own replay of the present setting is off; null: nobody has said what happened. */
export async function checkedAgainst(
  loaded: Pick<AssumingFile, 'read' | 'background'>,
  file: string,
  options: ActualOptions & SimulationOptions & TraceOptions & InForceOptions,
  terminal: Terminal,
): Promise<PlanAnswer['checked']> {
  const told = await readActual(options, terminal);
  if (told === null) return null;
  const { checkWith, heldAgainst } = await import('./check-with.ts');
  const check = await checkWith(await heldAgainst(loaded, file, told, options, terminal), terminal);
  const { of, total, misfit, verdict, causes, isTelling } = check;
  const metered = told.metered === null ? 'billed' : 'metered';
  return { actual: told.name, metered, of, total, misfit, verdict, causes, isTelling };
}
