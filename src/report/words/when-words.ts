import { HOUR_MS } from '../../facts/index.ts';
import type { Broken, When } from '../../planner/index.ts';
import type { Simulation } from '../../simulator/index.ts';
import { brokenWords, underSuffix } from './objective-words.ts';

/**
 * Says which objectives are broken, by how much, and when: `throttled 23.6%, above 2%; delay-p95 1.31 s, above 200 ms,
 * both mostly from 09:00 to 10:00`. Objectives with the same time share its mention.
 */
export function brokenWithWhen(broken: readonly Broken[], simulation: Simulation): string {
  return brokenByTimes(broken, simulation).join('; ');
}

/** A text for each time. */
export function brokenByTimes(broken: readonly Broken[], simulation: Simulation): string[] {
  const groups: { readonly texts: string[]; readonly when: string }[] = [];
  for (const one of broken) {
    const text = brokenWords(one, simulation.prices.currency);
    const when = one.when === undefined ? '' : whenWords(one.when, simulation);
    const last = groups.at(-1);
    if (last?.when === when) last.texts.push(text);
    else groups.push({ texts: [text], when });
  }
  const under = underSuffix(broken, simulation.prices.currency);
  return groups.map(
    ({ texts, when }, i) =>
      `${texts.join('; ')}${togetherWords(texts.length, when)}${i === groups.length - 1 ? under : ''}`,
  );
}

function togetherWords(count: number, when: string): string {
  if (when === '') return '';
  return `, ${['', '', 'both '][count] ?? 'all '}${when}`;
}

/**
 * The local time with the worst share. `mostly` means more than half of the total; otherwise the worst hour is named.
 */
export function whenWords(
  { firstMs, worst, daily }: When,
  { zone, startMs }: Simulation,
  most: 'worst' | 'most' = 'worst',
): string {
  const local = (afterMs: number) => zone.localMs(startMs + afterMs);
  if (firstMs !== null) return `first on ${dayWords(local(firstMs))} at ${clockWords(local(firstMs))}`;
  if (worst === null || daily === null) return '';
  if (worst.share <= 0.5 && daily.share > 0.5)
    return `mostly from ${clockWords(daily.hour * HOUR_MS)} to ${clockWords((daily.hour + 1) * HOUR_MS)}`;
  const from = local(worst.fromMs);
  return `${worst.share > 0.5 ? 'mostly' : most} on ${dayWords(from)} from ${clockWords(from)} to ${clockWords(local(worst.untilMs))}`;
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

function dayWords(localMs: number): string {
  const date = new Date(localMs);
  return `${WEEKDAYS[date.getUTCDay()]} ${date.toISOString().slice(0, 10)}`;
}

function clockWords(localMs: number): string {
  return new Date(localMs).toISOString().slice(11, 16);
}
