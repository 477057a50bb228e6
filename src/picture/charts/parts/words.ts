import { MICROS } from '../../../facts/index.ts';
import { brokenList, configurationWords, money } from '../../../report/index.ts';
import type { JudgedDocument } from '../../documents/configuration.ts';

export function moneyWords(cost: number, currency: string): string {
  return money(Math.round(cost * MICROS), currency);
}

/** Returns the tooltip of a configuration: its words, and the objectives that it breaks. */
export function judgedWords({ configuration, broken }: JudgedDocument, currency: string) {
  return {
    configuration: configurationWords(configuration),
    verdict: broken.length === 0 ? 'meets all objectives' : `breaks ${brokenList(broken, currency)}`,
  };
}
