import type { Simulation } from '../../simulator/index.ts';
import type { CandidateGroup } from '../configurations/candidates.ts';
import { type Configuration, keyOfConfiguration } from '../configurations/configuration.ts';
import { inGroups } from '../configurations/grouped.ts';
import type { Growth } from '../growth/demand-growth.ts';
import { type Judged, judged } from '../objectives/judged.ts';
import { type Broken, brokenBy, type Objectives, type Under } from '../objectives/objectives.ts';
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

/** The results of a plan, shared by questions that have runs in common. */
export class Held {
  /** All configurations that a search has evaluated without conditions, in its order. */
  readonly evaluated: Evaluated[] = [];
  /**
   * The cheapest configuration that meets all objectives. Every other one as cheap was evaluated or left out.
   */
  cheapest: Evaluated | null = null;
  /** Whether configurations meet their objectives, by conditions and configuration. */
  readonly of = new Map<string, boolean>();
  /** The broken objectives of configurations that were run to their end, with the same keys. */
  readonly broken = new Map<string, readonly Broken[]>();
  /** Keys of configurations that a search may have left out because of the objectives that they break. */
  readonly leftOut = new Set<string>();
  /** How many configurations each condition has refused. */
  readonly refused = new Map<string, number>();
  /** How far the demand may grow. Null if there is no recommendation, or nobody asked. */
  growing: Promise<Growth | 'given up'> | null = null;
}

/** A stress under which a configuration breaks an objective. */
interface Refusal {
  readonly under: Under;
  /** Empty if the run ended once it could not meet all objectives any more. */
  readonly broken: readonly Broken[];
}

interface RobustQuestion {
  /** The simulation without the conditions. */
  readonly simulation: Simulation;
  readonly objectives: Objectives;
  /** The conditions of the question itself, such as an assumption that was stated. */
  readonly conditions?: Conditions;
}

/**
 * Says whether configurations that meet all objectives without stresses meet them under each stress too. Only
 * then a configuration counts as one that meets all objectives. A method returns null if the search was
 * stopped.
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
   * Returns the configurations that meet all objectives under each stress, except the stresses of one
   * assumption.
   *
   * @param settings meet all objectives without stresses
   * @param others groups of which some configurations may be tried later: if one of a group is run now, the
   * first of the group is run too, since its run can give the outcomes of all
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

  /** Whether a stress, or a condition of the question itself, is known to refuse the configuration. */
  isRefused(configuration: Configuration): boolean {
    const own = this.held.of.get(`${keyOfConditions(this.conditions)}: ${keyOfConfiguration(configuration)}`);
    return own === false || this.stresses.some((stress) => this.isHeld({ configuration }, stress) === false);
  }

  /** Returns the stress that is known to refuse the configuration; null if none is known. */
  refusal(configuration: Configuration): Refusal | null {
    const refusals = this.stresses
      .filter((stress) => this.isHeld({ configuration }, stress) === false)
      .map((stress) => {
        const key = keyOfConditions(this.shownConditions(configuration, stress));
        const broken = this.held.broken.get(`${key}: ${keyOfConfiguration(configuration)}`) ?? [];
        return { under: stress.under, broken };
      });
    return refusals.find(({ broken }) => broken.length > 0) ?? refusals[0] ?? null;
  }

  /**
   * Runs configurations that the plan has refused under the stress that refused them. Returns the
   * configurations that it does not refuse here, and all others; null if the search was stopped.
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

  /**
   * The stress that has refused most is likely to refuse the next configuration, and then no other has to be
   * run.
   */
  private refusedBy({ condition }: Stress): number {
    return this.held.refused.get(keyOfConditions([condition])) ?? 0;
  }

  /**
   * Returns the first configuration that meets all objectives under each stress, or none. The longer none
   * does, the more are tried at a time. From the second time on, the first of each group is run too: if it is
   * refused, the same run refuses most others.
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
   * The objectives that each configuration breaks without stresses. If it breaks none: those that it breaks
   * under one stress, the first that is known to refuse it.
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

  /**
   * The objectives that the configurations within the limits break under a stress, by the keys of the
   * configurations.
   */
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

  /** The simulation under the stress in which something is broken. */
  simulationOf(broken: readonly Broken[]): Simulation {
    const stress = this.stressOf(broken);
    return stress === undefined ? this.simulation : this.under(stress);
  }

  /** The conditions under which something is broken. */
  conditionsOf(broken: readonly Broken[]): Conditions {
    const stress = this.stressOf(broken);
    return stress === undefined ? this.conditions : [...this.conditions, stress.condition];
  }

  private stressOf(broken: readonly Broken[]): Stress | undefined {
    const under = JSON.stringify(broken[0]?.under);
    return this.stresses.find((one) => JSON.stringify(one.under) === under);
  }

  /** The stresses that make a difference to the run of a configuration, with their simulations. */
  shownIn(configuration: Configuration): { readonly stress: Stress; readonly simulation: Simulation }[] {
    return this.stresses.flatMap((stress) =>
      this.shownConditions(configuration, stress).includes(stress.condition)
        ? [{ stress, simulation: this.under(stress) }]
        : [],
    );
  }

  /**
   * Runs configurations under a stress and returns what each breaks, by its key. A configuration beyond the
   * limits breaks something and is missing.
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
        // The stress does not affect the run, and what the run breaks without it is known.
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
        const own = `${key}: ${keyOfConfiguration(configuration)}`;
        this.held.of.set(own, breaks.length === 0);
        if (breaks.length > 0) this.held.broken.set(own, breaks);
      }
      return true;
    });
    const areWhole = await Promise.all(works);
    return areWhole.includes(false) ? null : broken;
  }

  /** Undefined if it is not known yet. */
  private isHeld(
    { configuration }: { readonly configuration: Configuration },
    stress: Stress,
  ): boolean | undefined {
    const conditions = this.shownConditions(configuration, stress);
    // A stress that does not affect a run breaks nothing.
    if (!conditions.includes(stress.condition)) return true;
    return this.held.of.get(`${keyOfConditions(conditions)}: ${keyOfConfiguration(configuration)}`);
  }

  /** The conditions that affect the run of a configuration. A price affects only a budget. */
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

/** The most configurations tried at a time. */
const WIDEST = 8;

function isOf(condition: Stress['condition'], assumption: AssumptionName | null): boolean {
  return !('grow' in condition) && condition.assumption === assumption;
}
