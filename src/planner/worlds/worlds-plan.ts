import { MICROS } from '../../facts/index.ts';
import type { Simulation } from '../../simulator/index.ts';
import { type Choices, candidateGroups } from '../configurations/candidates.ts';
import { type Configuration, configurationOf, sameConfiguration } from '../configurations/configuration.ts';
import { OBJECTIVE_NAMES, type ObjectiveName } from '../objectives/objectives.ts';
import { type ComparedWorlds, compareInWorlds, type WorkOnWorld } from './compared.ts';
import { type Information, informationOf } from './information.ts';
import { type InWorld, misses, totalMicros, type WholeRow } from './row.ts';

interface WorldsQuestion {
  /** The same scenario in each world. The first configuration of these simulations is the one that it has. */
  readonly worlds: readonly Simulation[];
  /** The values of each quantity, by world. */
  readonly drawn: readonly (readonly number[])[];
  readonly choices: Choices;
  /** The share of worlds in which the recommendation has to meet its objectives. */
  readonly keeps: number;
}

export interface WorldsPlan {
  /** The least expected cost of those that meet their objectives in enough worlds. Null if none does. */
  readonly recommendation: ConfigurationInWorlds | null;
  /** The one that meets its objectives in the most worlds, of those that are the best of some world. */
  readonly mostOften: ConfigurationInWorlds | null;
  /** The configuration that the scenario has. */
  readonly written: ConfigurationInWorlds;
  /** The next cheaper one, which meets its objectives in too few worlds, and the cheapest that does in more. */
  readonly cheaper: ConfigurationInWorlds | null;
  readonly safer: ConfigurationInWorlds | null;
  /** The best configuration of each world; null if none meets its objectives there. */
  readonly best: readonly ({ readonly configuration: Configuration; readonly costPerMonth: number } | null)[];
  /** For each quantity, what it would save to know more about it. Null if that is unknown. */
  readonly information: readonly (Information | null)[];
  /** In how many worlds at least objectives have to be met. */
  readonly needed: number;
  readonly candidates: number;
}

/** A configuration in all worlds. */
export interface ConfigurationInWorlds {
  readonly configuration: Configuration;
  /** The mean over all worlds. */
  readonly expectedCost: number;
  /** In how many worlds it meets its objectives. */
  readonly kept: number;
  /** Where the share lies with 95% confidence: the interval of Wilson. */
  readonly keptShare: { readonly share: number; readonly low: number; readonly high: number };
  readonly regret: Regret;
  readonly worlds: readonly { readonly costPerMonth: number; readonly broken: readonly ObjectiveName[] }[];
}

/** The loss of a configuration compared with the best configuration of each world. */
interface Regret {
  /** The mean over all worlds of its cost above that of the best one. */
  readonly wastedPerMonth: number;
  readonly mostWastedPerMonth: number;
  /** The worlds in which it breaks an objective and another configuration breaks none. */
  readonly broken: number;
  /** The worlds in which every configuration breaks an objective. */
  readonly unavoidable: number;
  /** In how many worlds it breaks each objective, the most frequent first. */
  readonly objectives: readonly { readonly objective: ObjectiveName; readonly worlds: number }[];
}

/** Finds the recommendation of a scenario in many worlds. Null if it was stopped. */
export async function worldsPlan(
  { worlds, drawn, choices, keeps }: WorldsQuestion,
  work: WorkOnWorld,
  show: (share: number) => void = () => {},
): Promise<WorldsPlan | null> {
  const [first] = worlds as readonly [Simulation];
  const needed = leastWorlds(keeps, worlds.length);
  const written = configurationOf(first);
  const candidates = candidateGroups(first, choices).flat();
  const compared = await compareInWorlds(
    { worlds: worlds.length, needed, candidates, also: [written] },
    work,
    show,
  );
  if (compared === null) return null;
  const { best, choice, rows } = compared;
  const own = rows.find(({ configuration }) => sameConfiguration(configuration, written)) as WholeRow;
  const known = (row: WholeRow | undefined) => (row === undefined ? null : ofRow(row, best));
  // The written configuration may be one that cannot be chosen.
  const choosable = rows.filter((row) => candidates.some((one) => sameConfiguration(one, row.configuration)));
  const kept = (row: WholeRow) => worlds.length - misses(row);
  return {
    recommendation: choice && ofRow(choice, best),
    mostOften: known(
      choosable.reduce<WholeRow | undefined>(
        (most, row) => (most === undefined || kept(row) > kept(most) ? row : most),
        undefined,
      ),
    ),
    written: ofRow(own, best),
    cheaper: known(
      choice === null ? undefined : choosable.findLast((row) => totalMicros(row) < totalMicros(choice)),
    ),
    safer: known(choice === null ? undefined : choosable.find((row) => kept(row) > kept(choice))),
    best: best.map(
      (one) => one && { configuration: one.configuration, costPerMonth: one.costMicros / MICROS },
    ),
    information: drawn.map((values) =>
      choice === null
        ? null
        : informationOf(values, {
            rows: choosable,
            choice,
            mostMisses: worlds.length - needed,
            seed: first.seed,
          }),
    ),
    needed,
    candidates: candidates.length,
  };
}

/** The least number of worlds that is at least this share of all. */
function leastWorlds(share: number, worlds: number): number {
  return Math.ceil(share * worlds - 1e-9);
}

function ofRow(row: WholeRow, best: ComparedWorlds['best']): ConfigurationInWorlds {
  const { configuration, worlds } = row;
  const kept = worlds.length - misses(row);
  return {
    configuration,
    expectedCost: Math.round(totalMicros(row) / worlds.length) / MICROS,
    kept,
    keptShare: wilson(kept, worlds.length),
    regret: regretOf(worlds, best),
    worlds: worlds.map(({ costMicros, broken }) => ({ costPerMonth: costMicros / MICROS, broken })),
  };
}

function regretOf(worlds: readonly InWorld[], best: ComparedWorlds['best']): Regret {
  const wasted = worlds.map(({ costMicros }, world) =>
    Math.max(0, costMicros - (best[world]?.costMicros ?? Number.POSITIVE_INFINITY)),
  );
  const isUnavoidable = (world: number) => best[world] === null;
  const broken = worlds.flatMap((one, world) => (one.broken.length > 0 ? [world] : []));
  return {
    wastedPerMonth: Math.round(wasted.reduce((sum, one) => sum + one, 0) / worlds.length) / MICROS,
    mostWastedPerMonth: Math.max(...wasted) / MICROS,
    broken: broken.filter((world) => !isUnavoidable(world)).length,
    unavoidable: worlds.filter((_, world) => isUnavoidable(world)).length,
    objectives: OBJECTIVE_NAMES.map((objective) => ({
      objective,
      worlds: worlds.filter((one) => one.broken.includes(objective)).length,
    }))
      .filter((one) => one.worlds > 0)
      .sort((one, other) => other.worlds - one.worlds),
  };
}

/** The interval of Wilson for a share, with 95% confidence. */
export function wilson(count: number, of: number): ConfigurationInWorlds['keptShare'] {
  const z = 1.959964;
  const share = count / of;
  const scale = 1 + (z * z) / of;
  const middle = (share + (z * z) / (2 * of)) / scale;
  const half = (z / scale) * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of));
  return { share, low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}
