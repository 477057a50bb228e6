import { type Configuration, keyOfConfiguration } from '../configurations/configuration.ts';
import {
  type InWorld,
  inWorld,
  isCheaper,
  isWholeRow,
  misses,
  totalMicros,
  type WholeRow,
  type WorldsRow,
} from './row.ts';
import type { WorldQuestion, WorldResult } from './world-work.ts';

/** Judges configurations in a world, and searches it for the best one if asked to. Null if it was stopped. */
export type WorkOnWorld = (
  world: number,
  asked: Pick<WorldQuestion, 'configurations' | 'isForBest'>,
) => Promise<WorldResult | null>;

interface ComparedQuestion {
  readonly worlds: number;
  /** In how many worlds at least the recommendation has to meet its objectives. */
  readonly needed: number;
  /** All configurations to choose from. */
  readonly candidates: readonly Configuration[];
  /** Tried in all worlds in any case, such as the one that the scenario has. They need not be candidates. */
  readonly also: readonly Configuration[];
}

export interface ComparedWorlds {
  /** The best configuration of each world; null if none meets its objectives there. */
  readonly best: readonly ((InWorld & { readonly configuration: Configuration }) | null)[];
  /** The cheapest that meets its objectives in enough worlds. */
  readonly choice: WholeRow | null;
  /** All that were tried in every world, the cheapest first. */
  readonly rows: readonly WholeRow[];
}

/**
 * Finds the configuration with the least expected cost of those that meet their objectives in enough worlds. It finds
 * the same one as a trial of all candidates in all worlds. It first searches each world for its best configuration. A
 * candidate is then tried in a few worlds at a time, and ruled out once it breaks objectives in too many worlds, or
 * once its least possible cost is above that of a configuration that is known to be good enough.
 *
 * @param show is called whenever a share of the work is done
 */
export async function compareInWorlds(
  question: ComparedQuestion,
  work: WorkOnWorld,
  show: (share: number) => void,
): Promise<ComparedWorlds | null> {
  const { worlds, needed, candidates, also } = question;
  const numbers = Array.from({ length: worlds }, (_, world) => world);
  let done = 0;
  const count = <Result>(result: Result): Result => {
    show(++done / (STAGES * worlds));
    return result;
  };
  const rows = new Map<string, WorldsRow>();
  const rowOf = (configuration: Configuration): WorldsRow => {
    const key = keyOfConfiguration(configuration);
    const row = rows.get(key) ?? { configuration, worlds: Array.from({ length: worlds }, () => undefined) };
    rows.set(key, row);
    return row;
  };
  const keep = (world: number, result: WorldResult | null): WorldResult | null => {
    for (const one of result?.judged ?? []) rowOf(one.configuration).worlds[world] = inWorld(one);
    return result;
  };
  /** Tries rows in some worlds, where they have not been tried. False if it was stopped. */
  const tryIn = async (some: readonly WorldsRow[], where: readonly number[]): Promise<boolean> => {
    const results = await Promise.all(
      where.map(async (world) => {
        const missing = some.filter((row) => row.worlds[world] === undefined);
        if (missing.length === 0) return count(true);
        const configurations = missing.map(({ configuration }) => configuration);
        return count(keep(world, await work(world, { configurations, isForBest: false })) !== null);
      }),
    );
    return !results.includes(false);
  };
  const searched: WorldResult['found'][] = [];
  // The best configurations of the first worlds shorten the search of the others.
  for (const some of [numbers.slice(0, AT_ONCE), numbers.slice(AT_ONCE)]) {
    const hints = [...rows.values()].map(({ configuration }) => configuration);
    const results = await Promise.all(
      some.map(async (world) =>
        count(keep(world, await work(world, { configurations: hints, isForBest: true }))),
      ),
    );
    for (const [i, result] of results.entries()) {
      if (result === null) return null;
      const { found } = result;
      searched.push(found);
      if (found?.best != null)
        rowOf(found.best.configuration).worlds[some[i] as number] = inWorld(found.best);
    }
  }
  const best = searched.map((found) => {
    const one = found?.best ?? null;
    return one && { ...inWorld(one), configuration: one.configuration };
  });
  const shortlist = [...best.flatMap((one) => one?.configuration ?? []), ...also].map(rowOf);
  if (!(await tryIn([...new Set(shortlist)], numbers))) return null;
  const choosable = new Set(candidates.map(keyOfConfiguration));
  const isEnough = (row: WholeRow) =>
    choosable.has(keyOfConfiguration(row.configuration)) && worlds - misses(row) >= needed;
  const cheapest = () => {
    const enough = [...rows.values()].filter(isWholeRow).filter(isEnough);
    return enough.reduce<WholeRow | null>(
      (one, row) => (one === null || isCheaper(row, one) ? row : one),
      null,
    );
  };
  const known = cheapest();
  const limit = known === null ? Number.POSITIVE_INFINITY : totalMicros(known);
  const least = leastMicros(best, worlds - needed);
  // The worlds in which objectives are the most expensive to meet rule out the most.
  const costOf = (world: number) => best[world]?.costMicros ?? -1;
  const hardest = numbers.toSorted((one, other) => costOf(other) - costOf(one) || one - other);
  let left = candidates
    .map((one, i) => ({ row: rowOf(one), floors: searched.map((found) => found?.floorsMicros[i] ?? 0) }))
    .filter(({ row }) => !isWholeRow(row));
  for (let at = 0; at < worlds; at += AT_ONCE) {
    left = left.filter(({ row, floors }) => least(row, floors) <= limit);
    const rowsLeft = left.map(({ row }) => row);
    if (!(await tryIn(rowsLeft, hardest.slice(at, at + AT_ONCE)))) return null;
  }
  const whole = [...rows.values()].filter(isWholeRow);
  return { best, choice: cheapest(), rows: whole.sort((one, other) => (isCheaper(one, other) ? -1 : 1)) };
}

/** The search of each world, the configurations that are best in some world, and all others. */
const STAGES = 3;

/** Worlds between two looks at which candidates are left. */
const AT_ONCE = 4;

/**
 * A lower bound for the cost of a row over all worlds; infinite if it breaks objectives in too many. Where a
 * configuration meets its objectives, it costs at least as much as the best one there.
 *
 * @param most in how many worlds a configuration may break objectives
 */
function leastMicros(
  best: ComparedWorlds['best'],
  most: number,
): (row: WorldsRow, floorsMicros: readonly number[]) => number {
  return ({ worlds }, floorsMicros) => {
    let sum = 0;
    let spare = most;
    const savings: number[] = [];
    for (const [world, tried] of worlds.entries()) {
      const keeping = best[world];
      const floor = tried?.costMicros ?? (floorsMicros[world] as number);
      sum += floor;
      if (tried === undefined ? keeping === null : tried.broken.length > 0) spare--;
      if (tried !== undefined || keeping == null) continue;
      const saving = Math.max(0, keeping.costMicros - floor);
      sum += saving;
      savings.push(saving);
    }
    if (spare < 0) return Number.POSITIVE_INFINITY;
    const broken = savings.sort((one, other) => other - one).slice(0, spare);
    return broken.reduce((left, saving) => left - saving, sum);
  };
}
