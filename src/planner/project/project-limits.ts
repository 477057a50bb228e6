import type { FactSet, FactSource, PlanName } from '../../facts/index.ts';
import type { ComputePlan } from '../../simulator/index.ts';
import { type AtOnce, mostAtOnce } from './at-once.ts';
import type { Use } from './use.ts';

export type ProjectLimitName = 'active-computes' | 'branches' | 'quota' | 'budget';

/** A limit that all computes of a project share. */
export interface ProjectLimit {
  readonly name: ProjectLimitName;
  readonly bound: number;
  /** Null if the user has set the limit. */
  readonly source: FactSource | null;
}

/** How much of a limit some configurations use. */
export interface LimitFigure {
  /** For computes active at once: the number of all that count, unless more count than may be active. */
  readonly found: number;
  /** With as much more demand as the objective `headroom` asks for. Null if the limit is for the demand as it is. */
  readonly grown: number | null;
  /** When the figure is reached for the first time. Null if it has no time. */
  readonly atMs: number | null;
  readonly isBroken: boolean;
}

interface Project {
  readonly facts: FactSet;
  readonly plan: PlanName;
  readonly computes: readonly Pick<ComputePlan, 'branch'>[];
}

/** @param budget the most that a month may cost; null if nobody has set it */
export function limitsOfProject({ facts, plan }: Project, budget: number | null): ProjectLimit[] {
  const { activeComputes, branches, quotaCuHours } = facts;
  const quota = quotaCuHours.value[plan];
  return [
    ...(activeComputes === undefined
      ? []
      : [
          {
            name: 'active-computes' as const,
            bound: activeComputes.value.mostPerProject,
            source: activeComputes.source,
          },
        ]),
    ...(branches === undefined
      ? []
      : [
          {
            name: 'branches' as const,
            // Only paid plans sell more than those that are included.
            bound: plan === 'free' ? branches.value.included.free : branches.value.mostPerProject,
            source: branches.source,
          },
        ]),
    ...(quota === null ? [] : [{ name: 'quota' as const, bound: quota, source: quotaCuHours.source }]),
    ...(budget === null ? [] : [{ name: 'budget' as const, bound: budget, source: null }]),
  ];
}

/** Whether a compute counts for the limit of active computes. The first compute is on the default branch. */
export function isActiveCounted(
  { facts, computes }: Project,
  { branch }: Pick<ComputePlan, 'branch'>,
): boolean {
  const { activeComputes } = facts;
  if (activeComputes === undefined) return false;
  return activeComputes.value.countsDefaultBranch || branch !== computes[0]?.branch;
}

/** The figures of all computes of a project together. */
export interface ProjectFigures {
  readonly use: Use;
  /** The computes that count for the limit of active computes. */
  readonly counted: number;
  readonly branches: number;
  readonly costPerMonth: number;
}

export function figureOf({ name, bound }: ProjectLimit, figures: ProjectFigures): LimitFigure {
  const { use, counted, branches, costPerMonth } = figures;
  const plain = (found: number): LimitFigure => ({ found, grown: null, atMs: null, isBroken: found > bound });
  switch (name) {
    case 'active-computes':
      return counted > bound
        ? activeFigure(bound, mostAtOnce(use.active), mostAtOnce(use.activeGrown))
        : plain(counted);
    case 'branches':
      return plain(branches);
    case 'quota':
      return plain(Math.max(0, ...use.months));
    case 'budget':
      return plain(costPerMonth);
  }
}

function activeFigure(bound: number, asIs: AtOnce, grown: AtOnce): LimitFigure {
  return {
    found: asIs.most,
    grown: grown.most === 0 ? null : grown.most,
    atMs: asIs.most === 0 ? null : asIs.atMs,
    isBroken: asIs.most > bound || grown.most > bound,
  };
}
