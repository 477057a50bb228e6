import type { Simulation } from '../../simulator/index.ts';
import type { PageBlock } from '../page/page.ts';
import { sizePicture } from '../pictures/size-picture.ts';
import type { SimulationAnswer } from './simulation-answer.ts';
import { simulationPage } from './simulation-page.ts';
import { simulationSummary } from './simulation-summary.ts';

/** An answer on one screen, and in full. Both show the same picture. */
export function simulationBlocks(
  answer: SimulationAnswer,
  simulation: Simulation,
): { readonly summary: PageBlock[]; readonly page: PageBlock[] } {
  const picture = sizePicture(answer, simulation);
  return {
    summary: simulationSummary(answer, simulation, picture),
    page: simulationPage(answer, simulation, picture),
  };
}
