import { oneLine } from '../../problem/index.ts';
import { roundMoney } from '../portfolio/round-money.ts';
import { configurationWords } from '../words/configuration-words.ts';
import type { PortfolioChange } from './portfolio-change.ts';

/**
 * Comment lines above the change of one database. Names come from a file, so they must not be able to end the comment.
 */
export function changeComment(
  { title, current, recommendation, change, saving, isRefused }: PortfolioChange,
  currency: string,
): string[] {
  const today = current === null ? 'today: unknown' : `today ${configurationWords(current)}`;
  const money =
    saving === null
      ? ''
      : `; ${saving < 0 ? 'costs' : 'saves'} ${roundMoney(Math.abs(saving), currency)}${saving < 0 ? ' more' : ''} a month`;
  const restarts = 'autoscaling_limit_min_cu' in change ? '; restarts a running compute' : '';
  return [
    `# ${oneLine(title)}: ${configurationWords(recommendation)} (${today}${money}${restarts})`,
    ...(isRefused ? ['# The API refuses this: the plan of the service has no changes of size.'] : []),
  ];
}

/** Makes a unique identifier of each title. Characters that identifiers do not allow become underscores. */
export function identifiers(titles: readonly string[], prefix: string): string[] {
  const taken = new Set<string>();
  return titles.map((title) => {
    const base = `${prefix}${title.replaceAll(/[^A-Za-z0-9]+/g, '_')}`;
    let name = base;
    for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${base}_${n}`;
    taken.add(name.toLowerCase());
    return name;
  });
}
