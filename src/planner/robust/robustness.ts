import type { Simulation } from '../../engine/index.ts';
import { type Judged, judged } from '../promises/judged.ts';
import { type Broken, brokenBy, type Promises } from '../promises/promises.ts';
import { type Conditions, keyOfConditions, underConditions, type WorkUnder } from '../search/conditions.ts';
import type { Evaluated, Within } from '../search/evaluate.ts';
import { ASSUMPTIONS, type AssumptionKind, type AssumptionName } from '../sensitivity/assumptions.ts';
import type { Group } from '../settings/candidates.ts';
import { inGroups } from '../settings/grouped.ts';
import { keyOfSetting, type Setting } from '../settings/setting.ts';
import { type Stress, stressesOf } from './stresses.ts';

/** What a plan has found: shared where several questions have runs in common. */
export class Held {
  /** All settings that a search has evaluated as asked, as it came to them. */
  readonly evaluated: Evaluated[] = [];
  /** Whether settings keep their promises, by conditions and setting. */
  readonly of = new Map<string, boolean>();
  /** Settings that may have been left out of a search for the promises that they break, by their keys. */
  readonly leftOut = new Set<string>();
  /** How many settings each condition has refused. */
  readonly refused = new Map<string, number>();
}

interface RobustQuestion {
  /** Without the conditions. */
  readonly simulation: Simulation;
  readonly promises: Promises;
  /** What the question itself is under, such as an assumption that was told. */
  readonly conditions?: Conditions;
}

/**
 * Whether settings that keep all promises as asked keep them under each stress as well. To keep all promises is to keep
 * them so. Whatever is null was given up: somebody did not want to wait.
 */
export class Robustness {
  readonly stresses: readonly Stress[];
  private readonly simulation: Simulation;
  private readonly conditions: Conditions;
  private readonly promises: Promises;
  private readonly workUnder: WorkUnder;
  private readonly held: Held;
  private readonly simulations = new Map<Stress, Simulation>();

  constructor(
    { simulation, promises, conditions = [] }: RobustQuestion,
    workUnder: WorkUnder,
    held: Held = new Held(),
  ) {
    this.simulation = underConditions(simulation, conditions);
    this.stresses = stressesOf(this.simulation, promises);
    this.conditions = conditions;
    this.promises = promises;
    this.workUnder = workUnder;
    this.held = held;
  }

  /**
   * Those of some settings that keep all promises under each stress, but for those of one assumption.
   *
   * @param settings that keep all promises as asked
   * @param others groups of settings of which some may be tried later: where one of them is run now, so is the first of
   *   its group, which can tell of all
   */
  async holding<Some extends { readonly setting: Setting }>(
    settings: readonly Some[],
    except: AssumptionName | null = null,
    others: readonly Group[] = [],
  ): Promise<Some[] | null> {
    const stresses = this.stresses
      .filter(({ condition }) => !isOf(condition, except))
      .sort((one, other) => this.refusedBy(other) - this.refusedBy(one));
    let left = settings.filter((one) => stresses.every((stress) => this.isHeld(one, stress) !== false));
    for (const stress of stresses) {
      const unknown = left.filter((one) => this.isHeld(one, stress) === undefined);
      const within = { promises: stress.promises, mostCost: Number.POSITIVE_INFINITY };
      const scouts = others.flatMap((group) =>
        unknown.some(({ setting }) => group.includes(setting)) ? [{ setting: group[0] }] : [],
      );
      const untried = scouts.filter(
        (one) =>
          this.isHeld(one, stress) === undefined && unknown.every(({ setting }) => setting !== one.setting),
      );
      const found = await this.run([...unknown, ...untried], stress, within);
      if (found === null) return null;
      const key = keyOfConditions([stress.condition]);
      const held = left.filter((one) => this.isHeld(one, stress));
      this.held.refused.set(key, this.refusedBy(stress) + left.length - held.length);
      left = held;
    }
    return left;
  }

  /** A stress is known to refuse the setting, or a condition that the question itself is under. */
  isRefused(setting: Setting): boolean {
    const own = this.held.of.get(`${keyOfConditions(this.conditions)}: ${keyOfSetting(setting)}`);
    return own === false || this.stresses.some((stress) => this.isHeld({ setting }, stress) === false);
  }

  /**
   * Those of some settings that the stress under which the plan has refused them does not refuse here. null: given up.
   */
  async passing(settings: readonly Setting[]): Promise<Setting[] | null> {
    const killers = new Map<Stress, Setting[]>();
    for (const setting of settings) {
      const killer = this.stresses.find(
        ({ condition }) =>
          this.held.of.get(`${keyOfConditions([condition])}: ${keyOfSetting(setting)}`) === false,
      );
      if (killer !== undefined) killers.set(killer, [...(killers.get(killer) ?? []), setting]);
    }
    for (const [stress, refused] of killers) {
      const unknown = refused.filter((setting) => this.isHeld({ setting }, stress) === undefined);
      const within = { promises: stress.promises, mostCost: Number.POSITIVE_INFINITY };
      if ((await this.brokenUnder(unknown, stress, within)) === null) return null;
    }
    return settings.filter((setting) => !this.isRefused(setting));
  }

  /** What has refused most is likely to refuse the next, and needs the fewest runs so. */
  private refusedBy({ condition }: Stress): number {
    return this.held.refused.get(keyOfConditions([condition])) ?? 0;
  }

  /**
   * The first of some settings that does, or none. More at a time are tried the longer none does, and from the second time
   * on the first of each group too: if that is refused, so are most others by the same run.
   */
  async firstHolding<Some extends { readonly setting: Setting }>(
    settings: readonly Some[],
    except: AssumptionName | null = null,
  ): Promise<Some[] | null> {
    const groups =
      settings.length < 2
        ? []
        : inGroups(
            this.simulation,
            settings.map(({ setting }) => setting),
          );
    for (let [at, wave] = [0, 1]; at < settings.length; wave = Math.min(2 * wave, WIDEST)) {
      const held = await this.holding(settings.slice(at, at + wave), except, at === 0 ? [] : groups);
      at += wave;
      if (held === null || held[0] !== undefined) return held && [held[0] as Some];
    }
    return [];
  }

  /** What each breaks as asked; where that is nothing, what it breaks under one stress: the first that is known to refuse it. */
  async judged<Some extends Evaluated>(all: readonly Some[]): Promise<(Some & Judged)[] | null> {
    const broken = new Map<Evaluated, readonly Broken[]>(
      all.map((one) => [one, judged(one, this.promises).broken]),
    );
    const asked = all.filter((one) => broken.get(one)?.length === 0);
    const refusing = new Map(
      asked.map((one) => [one, this.stresses.find((stress) => this.isHeld(one, stress) === false)]),
    );
    let left = asked;
    for (const stress of this.stresses) {
      const untold = left.filter((one) => {
        const known = refusing.get(one);
        return known === undefined ? this.isHeld(one, stress) !== true : known === stress;
      });
      const found = await this.run(untold, stress, null);
      if (found === null) return null;
      for (const one of untold) broken.set(one, found.get(keyOfSetting(one.setting)) ?? []);
      left = left.filter((one) => broken.get(one)?.length === 0);
    }
    return all.map((one) => ({ ...one, broken: broken.get(one) as readonly Broken[] }));
  }

  /** What settings break under a stress, by their keys: of those that are within the limits. */
  brokenUnder(
    settings: readonly Setting[],
    stress: Stress,
    within: Within | null,
  ): Promise<Map<string, readonly Broken[]> | null> {
    return this.run(
      settings.map((setting) => ({ setting })),
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

  /** The stresses that make a difference to the run of a setting, and the simulations that they are. */
  shownIn(setting: Setting): { readonly stress: Stress; readonly simulation: Simulation }[] {
    return this.stresses.flatMap((stress) =>
      this.shownConditions(setting, stress).includes(stress.condition)
        ? [{ stress, simulation: this.under(stress) }]
        : [],
    );
  }

  /** Settings under a stress: what each breaks, by its key; those that are not within what is asked for break something. */
  private async run(
    all: readonly { readonly setting: Setting }[],
    stress: Stress,
    within: Within | null,
  ): Promise<Map<string, readonly Broken[]> | null> {
    const { promises, under } = stress;
    const alike = new Map<string, { readonly conditions: Conditions; readonly settings: Setting[] }>();
    const broken = new Map<string, readonly Broken[]>();
    for (const { setting } of all) {
      const conditions = this.shownConditions(setting, stress);
      if (!conditions.includes(stress.condition)) {
        // The run is the one as asked, and what that breaks is known.
        broken.set(keyOfSetting(setting), []);
        continue;
      }
      const key = keyOfConditions(conditions);
      const others = alike.get(key)?.settings ?? [];
      alike.set(key, { conditions, settings: [...others, setting] });
    }
    const works = [...alike].map(async ([key, { conditions, settings }]) => {
      const groups = inGroups(this.simulation, settings);
      const results = await this.workUnder(conditions)(groups, within ?? undefined);
      if (results.includes(null)) return false;
      for (const setting of settings) this.held.of.set(`${key}: ${keyOfSetting(setting)}`, false);
      for (const { setting, outcome } of results.flatMap((result) => result ?? [])) {
        const breaks = brokenBy(outcome, promises).map((one) => ({ ...one, under }));
        broken.set(keyOfSetting(setting), breaks);
        this.held.of.set(`${key}: ${keyOfSetting(setting)}`, breaks.length === 0);
      }
      return true;
    });
    const areWhole = await Promise.all(works);
    return areWhole.includes(false) ? null : broken;
  }

  /** undefined: not known yet. */
  private isHeld({ setting }: { readonly setting: Setting }, stress: Stress): boolean | undefined {
    const conditions = this.shownConditions(setting, stress);
    // A stress that does not show in a run leaves it as it was asked for.
    if (!conditions.includes(stress.condition)) return true;
    return this.held.of.get(`${keyOfConditions(conditions)}: ${keyOfSetting(setting)}`);
  }

  /** Without those that make no difference to the run of a setting. A price does to a budget. */
  private shownConditions(setting: Setting, stress: Stress): Conditions {
    return [...this.conditions, stress.condition].filter((one) => {
      if ('grow' in one) return true;
      const { showsIn }: AssumptionKind = ASSUMPTIONS[one.assumption];
      if (showsIn === undefined || (one.assumption === 'price' && this.promises.budget !== null)) return true;
      return showsIn(this.under(stress), setting);
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
