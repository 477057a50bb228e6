import type { Simulation } from '../../simulator/index.ts';
import type { CandidateGroup } from '../configurations/candidates.ts';
import { type Configuration, keyOfConfiguration } from '../configurations/configuration.ts';
import { inGroups } from '../configurations/grouped.ts';
import { type Judged, judged } from '../objectives/judged.ts';
import { type Broken, brokenBy, type Objectives } from '../objectives/objectives.ts';
import {
  type Conditions,
  inOneOrder,
  keyOfConditions,
  underConditions,
  type WorkUnder,
} from '../search/conditions.ts';
import type { Evaluated, Within } from '../search/evaluate.ts';
import { ASSUMPTIONS, type AssumptionKind, type AssumptionName } from '../sensitivity/assumptions.ts';
import { type Stress, stressesOf } from './stresses.ts';

/** What a plan has found: shared where several questions have runs in common. */
export class Held {
  /** All configurations that a search has evaluated as asked, as it came to them. */
  readonly evaluated: Evaluated[] = [];
  /** The cheapest that meets all objectives: every other one that is as cheap was evaluated or left out. */
  cheapest: Evaluated | null = null;
  /** Whether configurations meet their objectives, by conditions and configuration. */
  readonly of = new Map<string, boolean>();
  /** Settings that may have been left out of a search for the objectives that they break, by their keys. */
  readonly leftOut = new Set<string>();
  /** How many configurations each condition has refused. */
  readonly refused = new Map<string, number>();
}

interface RobustQuestion {
  /** Without the conditions. */
  readonly simulation: Simulation;
  readonly objectives: Objectives;
  /** What the question itself is under, such as an assumption that was told. */
  readonly conditions?: Conditions;
}

/**
 * Whether configurations that meet all objectives as asked keep them under each stress as well. To meet all objectives
 * is to keep them so. Whatever is null was given up: somebody did not want to wait.
 */
export class Robustness {
  readonly stresses: readonly Stress[];
  private readonly simulation: Simulation;
  private readonly conditions: Conditions;
  private readonly objectives: Objectives;
  private readonly workUnder: WorkUnder;
  private readonly held: Held;
  private readonly simulations = new Map<Stress, Simulation>();

  constructor(
    { simulation, objectives, conditions = [] }: RobustQuestion,
    workUnder: WorkUnder,
    held: Held = new Held(),
  ) {
    this.simulation = underConditions(simulation, conditions);
    this.stresses = stressesOf(this.simulation, objectives);
    this.conditions = conditions;
    this.objectives = objectives;
    this.workUnder = workUnder;
    this.held = held;
  }

  /**
   * Those of some configurations that meet all objectives under each stress, but for those of one assumption.
   *
   * @param configurations that meet all objectives as asked
   * @param others groups of configurations of which some may be tried later: where one of them is run now, so is the
   * first of its group, which can tell of all
   */
  async holding<Some extends { readonly configuration: Configuration }>(
    settings: readonly Some[],
    except: AssumptionName | null = null,
    others: readonly CandidateGroup[] = [],
  ): Promise<Some[] | null> {
    const stresses = this.stresses
      .filter(({ condition }) => !isOf(condition, except))
      .sort((one, other) => this.refusedBy(other) - this.refusedBy(one));
    let left = settings.filter((one) => stresses.every((stress) => this.isHeld(one, stress) !== false));
    for (const round of this.inRounds(stresses)) {
      const before = left;
      const found = await Promise.all(
        round.map((stress) => {
          const unknown = before.filter((one) => this.isHeld(one, stress) === undefined);
          const within = { objectives: stress.objectives, mostCost: Number.POSITIVE_INFINITY };
          const scouts = others.flatMap((group) =>
            unknown.some(({ configuration }) => group.includes(configuration))
              ? [{ configuration: group[0] }]
              : [],
          );
          const untried = scouts.filter(
            (one) =>
              this.isHeld(one, stress) === undefined &&
              unknown.every(({ configuration }) => configuration !== one.configuration),
          );
          return this.run([...unknown, ...untried], stress, within);
        }),
      );
      if (found.includes(null)) return null;
      for (const stress of round) {
        const refused = before.filter((one) => this.isHeld(one, stress) === false).length;
        this.held.refused.set(keyOfConditions([stress.condition]), this.refusedBy(stress) + refused);
      }
      left = before.filter((one) => round.every((stress) => this.isHeld(one, stress) !== false));
    }
    return left;
  }

  /**
   * Groups stresses in their order into rounds, each tried side by side. The first stress, and each that has refused
   * configurations before, has a round of its own, as it is likely to save the runs under those after it.
   */
  private inRounds(stresses: readonly Stress[]): Stress[][] {
    const rounds: Stress[][] = [];
    let isLastOpen = false;
    for (const stress of stresses) {
      const isOpen = rounds.length > 0 && this.refusedBy(stress) === 0;
      if (isOpen && isLastOpen) rounds.at(-1)?.push(stress);
      else rounds.push([stress]);
      isLastOpen = isOpen;
    }
    return rounds;
  }

  /** A stress is known to refuse the configuration, or a condition that the question itself is under. */
  isRefused(configuration: Configuration): boolean {
    const own = this.held.of.get(`${keyOfConditions(this.conditions)}: ${keyOfConfiguration(configuration)}`);
    return own === false || this.stresses.some((stress) => this.isHeld({ configuration }, stress) === false);
  }

  /**
   * Those of some configurations that the stress under which the plan has refused them does not refuse here. null:
   * given up.
   */
  async passing(configurations: readonly Configuration[]): Promise<Configuration[] | null> {
    const killers = new Map<Stress, Configuration[]>();
    for (const configuration of configurations) {
      const killer = this.stresses.find(
        ({ condition }) =>
          this.held.of.get(`${keyOfConditions([condition])}: ${keyOfConfiguration(configuration)}`) === false,
      );
      if (killer !== undefined) killers.set(killer, [...(killers.get(killer) ?? []), configuration]);
    }
    for (const [stress, refused] of killers) {
      const unknown = refused.filter((configuration) => this.isHeld({ configuration }, stress) === undefined);
      const within = { objectives: stress.objectives, mostCost: Number.POSITIVE_INFINITY };
      if ((await this.brokenUnder(unknown, stress, within)) === null) return null;
    }
    return configurations.filter((configuration) => !this.isRefused(configuration));
  }

  /** What has refused most is likely to refuse the next, and needs the fewest runs so. */
  private refusedBy({ condition }: Stress): number {
    return this.held.refused.get(keyOfConditions([condition])) ?? 0;
  }

  /**
   * The first of some configurations that does, or none. More at a time are tried the longer none does, and from the
   * second time on the first of each group too: if that is refused, so are most others by the same run.
   */
  async firstHolding<Some extends { readonly configuration: Configuration }>(
    settings: readonly Some[],
    except: AssumptionName | null = null,
  ): Promise<Some[] | null> {
    const groups =
      settings.length < 2
        ? []
        : inGroups(
            this.simulation,
            settings.map(({ configuration }) => configuration),
          );
    for (let [at, wave] = [0, 1]; at < settings.length; wave = Math.min(2 * wave, WIDEST)) {
      const held = await this.holding(settings.slice(at, at + wave), except, at === 0 ? [] : groups);
      at += wave;
      if (held === null || held[0] !== undefined) return held && [held[0] as Some];
    }
    return [];
  }

  /**
   * What each breaks as asked; where that is nothing, what it breaks under one stress: the first that is known to
   * refuse it.
   */
  async judged<Some extends Evaluated>(all: readonly Some[]): Promise<(Some & Judged)[] | null> {
    const broken = new Map<Evaluated, readonly Broken[]>(
      all.map((one) => [one, judged(one, this.objectives).broken]),
    );
    const asked = all.filter((one) => broken.get(one)?.length === 0);
    const refusing = new Map(
      asked.map((one) => [one, this.stresses.find((stress) => this.isHeld(one, stress) === false)]),
    );
    let left = asked;
    for (const round of this.inRounds(this.stresses)) {
      const before = left;
      const found = await Promise.all(
        round.map((stress) => {
          const untold = before.filter((one) => {
            const known = refusing.get(one);
            return known === undefined ? this.isHeld(one, stress) !== true : known === stress;
          });
          return this.run(untold, stress, null);
        }),
      );
      if (found.includes(null)) return null;
      for (const one of before) {
        const key = keyOfConfiguration(one.configuration);
        broken.set(one, found.find((each) => each?.get(key)?.length)?.get(key) ?? []);
      }
      left = before.filter((one) => broken.get(one)?.length === 0);
    }
    return all.map((one) => ({ ...one, broken: broken.get(one) as readonly Broken[] }));
  }

  /** What configurations break under a stress, by their keys: of those that are within the limits. */
  brokenUnder(
    configurations: readonly Configuration[],
    stress: Stress,
    within: Within | null,
  ): Promise<Map<string, readonly Broken[]> | null> {
    return this.run(
      configurations.map((configuration) => ({ configuration })),
      stress,
      within,
    );
  }

  /** The simulation in which something is broken. */
  simulationOf(broken: readonly Broken[]): Simulation {
    const under = JSON.stringify(broken[0]?.under);
    const stress = this.stresses.find((one) => JSON.stringify(one.under) === under);
    return stress === undefined ? this.simulation : this.under(stress);
  }

  /** The stresses that make a difference to the run of a configuration, and the simulations that they are. */
  shownIn(configuration: Configuration): { readonly stress: Stress; readonly simulation: Simulation }[] {
    return this.stresses.flatMap((stress) =>
      this.shownConditions(configuration, stress).includes(stress.condition)
        ? [{ stress, simulation: this.under(stress) }]
        : [],
    );
  }

  /**
   * Settings under a stress: what each breaks, by its key; those that are not within what is asked for break something.
   */
  private async run(
    all: readonly { readonly configuration: Configuration }[],
    stress: Stress,
    within: Within | null,
  ): Promise<Map<string, readonly Broken[]> | null> {
    const { objectives, under } = stress;
    const alike = new Map<
      string,
      { readonly conditions: Conditions; readonly configurations: Configuration[] }
    >();
    const broken = new Map<string, readonly Broken[]>();
    for (const { configuration } of all) {
      const conditions = this.shownConditions(configuration, stress);
      if (!conditions.includes(stress.condition)) {
        // The run is the one as asked, and what that breaks is known.
        broken.set(keyOfConfiguration(configuration), []);
        continue;
      }
      const key = keyOfConditions(conditions);
      const others = alike.get(key)?.configurations ?? [];
      alike.set(key, { conditions, configurations: [...others, configuration] });
    }
    const works = [...alike].map(async ([key, { conditions, configurations }]) => {
      const groups = inGroups(this.simulation, configurations);
      const results = await this.workUnder(conditions)(groups, within ?? undefined);
      if (results.includes(null)) return false;
      for (const configuration of configurations)
        this.held.of.set(`${key}: ${keyOfConfiguration(configuration)}`, false);
      for (const { configuration, outcome } of results.flatMap((result) => result ?? [])) {
        const breaks = brokenBy(outcome, objectives).map((one) => ({ ...one, under }));
        broken.set(keyOfConfiguration(configuration), breaks);
        this.held.of.set(`${key}: ${keyOfConfiguration(configuration)}`, breaks.length === 0);
      }
      return true;
    });
    const areWhole = await Promise.all(works);
    return areWhole.includes(false) ? null : broken;
  }

  /** undefined: not known yet. */
  private isHeld(
    { configuration }: { readonly configuration: Configuration },
    stress: Stress,
  ): boolean | undefined {
    const conditions = this.shownConditions(configuration, stress);
    // A stress that does not show in a run leaves it was asked for.
    if (!conditions.includes(stress.condition)) return true;
    return this.held.of.get(`${keyOfConditions(conditions)}: ${keyOfConfiguration(configuration)}`);
  }

  /** Without those that make no difference to the run of a configuration. A price does to a budget. */
  private shownConditions(configuration: Configuration, stress: Stress): Conditions {
    return inOneOrder([...this.conditions, stress.condition]).filter((one) => {
      if ('grow' in one) return true;
      const { showsIn }: AssumptionKind = ASSUMPTIONS[one.assumption];
      if (showsIn === undefined || (one.assumption === 'price' && this.objectives.budget !== null))
        return true;
      return showsIn(this.under(stress), configuration);
    });
  }

  private under(stress: Stress): Simulation {
    const known = this.simulations.get(stress);
    const simulation = known ?? underConditions(this.simulation, [stress.condition]);
    if (known === undefined) this.simulations.set(stress, simulation);
    return simulation;
  }
}

/** Tried at a time at most. */
const WIDEST = 8;

function isOf(condition: Stress['condition'], assumption: AssumptionName | null): boolean {
  return !('grow' in condition) && condition.assumption === assumption;
}
