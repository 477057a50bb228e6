import { MICROS } from '../../facts/index.ts';
import { configurationWords } from '../words/configuration-words.ts';
import { money } from '../words/format.ts';
import type { SimulationAnswer } from './simulation-answer.ts';

/** `0.25 to 2 CU, sleep after 5m costs $26.05 a month, 54% less than always on. Clients see no errors.` */
export function simulationSentence({ partial, computes, totals, beside, prices }: SimulationAnswer): string {
  const [only] = computes;
  const what =
    computes.length === 1 && only !== undefined
      ? `${configurationOf(only)} costs`
      : `${computes.length} computes cost`;
  const cost = money(Math.round(totals.costPerMonth * MICROS), prices.currency);
  const alwaysOn = beside.find(({ name }) => name === 'always on');
  const saved =
    alwaysOn === undefined || alwaysOn.cost === 0 ? 0 : Math.round(100 * (1 - totals.cost / alwaysOn.cost));
  const than = saved > 0 ? `, ${saved}% less than always on` : '';
  return `${partial ? 'PARTIAL: interrupted. ' : ''}${what} ${cost} a month${than}. Clients see ${errorWords(totals.refused)}.`;
}

function configurationOf({ size, suspendAfterMs, events }: SimulationAnswer['computes'][number]): string {
  const range = 'cu' in size ? { minCu: size.cu, maxCu: size.cu } : size;
  const words = configurationWords({ size: range, suspendAfterMs, route: 'direct' });
  const changes = events['command.done'];
  if (changes === 0) return words;
  return `${words} at first, with ${changes === 1 ? '1 planned change' : `${changes} planned changes`},`;
}

function errorWords(errors: number): string {
  if (errors === 0) return 'no errors';
  return errors === 1 ? '1 error' : `${errors} errors`;
}
