import { MICROS } from '../../../facts/index.ts';
import { brokenList, money, settingWords } from '../../../report/index.ts';
import type { JudgedDocument } from '../../documents/setting.ts';

export function moneyWords(cost: number, currency: string): string {
  return money(Math.round(cost * MICROS), currency);
}

/** What a reader who points at a setting is told: what it is, and why it can or cannot be chosen. */
export function judgedWords({ setting, broken }: JudgedDocument, currency: string) {
  return {
    setting: settingWords(setting),
    verdict: broken.length === 0 ? 'keeps all promises' : `breaks ${brokenList(broken, currency)}`,
  };
}
