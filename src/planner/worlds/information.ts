import { MICROS } from '../../facts/index.ts';
import { randomStream } from '../../workload/index.ts';
import type { Configuration } from '../configurations/configuration.ts';
import { totalMicros, type WholeRow } from './row.ts';

/** The money saved by knowing more about one quantity before choosing. */
export interface Information {
  /** Per month, on average over all worlds, beyond what chance alone would seem to save. */
  readonly savesPerMonth: number;
  /** The share of the variance of the recommendation's cost that the parts explain. */
  readonly explains: number;
  /** The parts of the interval, from low to high, and the configuration to choose in each. */
  readonly parts: readonly {
    readonly from: number;
    readonly to: number;
    readonly configuration: Configuration;
    readonly costPerMonth: number;
  }[];
}

/**
 * Estimates the value of knowing in which quarter of its range each quantity lies. A configuration is chosen anew for
 * each quarter. Over all quarters together, these choices meet objectives in as many worlds as the recommendation has
 * to. The value is what they save.
 *
 * Choices that are made and judged in the same worlds look better than they are. So the same is done with quarters that
 * are drawn at random. The mean of what these seem to save is subtracted, and a quantity that does not beat all of them
 * saves nothing.
 *
 * @param values of one quantity, by world
 */
export function informationOf(
  values: readonly number[],
  { rows, choice, mostMisses, seed }: InformationQuestion,
): Information | null {
  const worlds = values.map((_, world) => world);
  const count = Math.min(PARTS, Math.floor(worlds.length / LEAST_OF_PART));
  if (count < 2) return null;
  const own = inParts(
    worlds.toSorted((one, other) => (values[one] as number) - (values[other] as number)),
    count,
  );
  const isKnown = (values: readonly number[]) => values.every((value) => value === values[0]);
  if (isKnown(values)) return null;
  const saving = (parts: readonly (readonly number[])[]) =>
    totalMicros(choice) -
    choicesOfParts(rows, parts, mostMisses).reduce((sum, { micros }) => sum + micros, 0);
  const random = randomStream(seed, 'information');
  const byChance = Array.from({ length: RANDOM_TRIES }, () =>
    saving(
      inParts(
        worlds
          .map((world) => [random(), world] as const)
          .sort(([a], [b]) => a - b)
          .map(([, world]) => world),
        count,
      ),
    ),
  );
  const chance = byChance.reduce((sum, one) => sum + one, 0) / RANDOM_TRIES;
  const saved = saving(own);
  const isByChance = saved <= Math.max(...byChance);
  const perMonth = (micros: number, of: number) => Math.round(micros / of) / MICROS;
  return {
    savesPerMonth: isByChance ? 0 : perMonth(saved - chance, worlds.length),
    explains: explainedShare(
      choice.worlds.map(({ costMicros }) => costMicros),
      own,
    ),
    parts: choicesOfParts(rows, own, mostMisses).map(({ row, micros }, i) => {
      const part = own[i] as readonly number[];
      const inPart = part.map((world) => values[world] as number);
      return {
        from: Math.min(...inPart),
        to: Math.max(...inPart),
        configuration: row.configuration,
        costPerMonth: perMonth(micros, part.length),
      };
    }),
  };
}

interface InformationQuestion {
  readonly rows: readonly WholeRow[];
  readonly choice: WholeRow;
  /** In how many worlds the choices may break objectives. */
  readonly mostMisses: number;
  readonly seed: number;
}

const PARTS = 4;
const LEAST_OF_PART = 5;
const RANDOM_TRIES = 64;

/** The correlation ratio: the variance of the means of the parts, relative to that of all values. */
export function explainedShare(values: readonly number[], parts: readonly (readonly number[])[]): number {
  const mean = values.reduce((sum, one) => sum + one, 0) / values.length;
  const total = values.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  const between = parts.reduce((sum, part) => {
    const ofPart = part.reduce((all, world) => all + (values[world] as number), 0) / part.length;
    return sum + part.length * (ofPart - mean) ** 2;
  }, 0);
  return total === 0 ? 0 : between / total;
}

function inParts(worlds: readonly number[], count: number): number[][] {
  const begin = (part: number) => Math.floor((part * worlds.length) / count);
  return Array.from({ length: count }, (_, part) => worlds.slice(begin(part), begin(part + 1)));
}

interface ChoiceOfPart {
  readonly row: WholeRow;
  /** Over the worlds of the part. */
  readonly micros: number;
}

/**
 * The cheapest choice of a row for each part, so that objectives are broken in at most so many worlds of all parts.
 * Goes from part to part, and keeps the cheapest choices so far for each number of misses.
 */
export function choicesOfParts(
  rows: readonly WholeRow[],
  parts: readonly (readonly number[])[],
  mostMisses: number,
): readonly ChoiceOfPart[] {
  interface Chosen {
    readonly micros: number;
    readonly choices: readonly ChoiceOfPart[];
  }
  let bySpent: (Chosen | undefined)[] = [{ micros: 0, choices: [] }];
  for (const part of parts) {
    const next: (Chosen | undefined)[] = [];
    for (const row of rows) {
      const inPart = part.map((world) => row.worlds[world] as WholeRow['worlds'][number]);
      const micros = inPart.reduce((sum, { costMicros }) => sum + costMicros, 0);
      const missed = inPart.filter(({ broken }) => broken.length > 0).length;
      for (const [spent, before] of bySpent.entries()) {
        const after = spent + missed;
        if (before === undefined || after > mostMisses) continue;
        const total = before.micros + micros;
        if (total < (next[after]?.micros ?? Number.POSITIVE_INFINITY))
          next[after] = { micros: total, choices: [...before.choices, { row, micros }] };
      }
    }
    bySpent = next;
  }
  const found = bySpent.filter((one) => one !== undefined);
  return found.reduce((one, other) => (other.micros < one.micros ? other : one)).choices;
}
