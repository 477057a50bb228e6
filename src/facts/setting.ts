import { type Problem, ProblemError } from '../problem/index.ts';
import type { FactSet } from './fact-values.ts';
import type { PlanName, PlanSizes } from './plans.ts';
import { nearestSizesCu } from './sizes.ts';

/** The size of a compute: a fixed size if both ends are equal, a range otherwise. */
export interface SizeSetting {
  readonly minCu: number;
  readonly maxCu: number;
}

/** The names that problems use for the two ends: flags, fields of a file or fields of the API. */
interface SizeFields {
  readonly min: string;
  readonly max: string;
}

/** The range of a compute that names none. */
export function defaultRange(facts: FactSet): SizeSetting {
  const listed = facts.listedSizesCu.value;
  return { minCu: smallestSizeCu(facts), maxCu: listed.find((cu) => cu >= 2) ?? (listed.at(-1) as number) };
}

export function smallestSizeCu(facts: FactSet): number {
  return facts.listedSizesCu.value[0] as number;
}

export function isFixed({ minCu, maxCu }: SizeSetting): boolean {
  return minCu === maxCu;
}

/** Throws the problems of a size, each with values that would be right. */
export function checkSizeSetting(
  facts: FactSet,
  plan: PlanName,
  setting: SizeSetting,
  fields: SizeFields,
): void {
  const problems = sizeProblems(facts, plan, setting, fields);
  if (problems.length > 0) throw new ProblemError(problems);
}

export function sizeProblems(
  facts: FactSet,
  plan: PlanName,
  setting: SizeSetting,
  fields: SizeFields,
): Problem[] {
  const { minCu, maxCu } = setting;
  const listed = facts.listedSizesCu.value;
  const unlisted = [
    ...(listed.includes(minCu) ? [] : [unlistedSize(minCu, listed, fields.min)]),
    ...(listed.includes(maxCu) || (maxCu === minCu && fields.max === fields.min)
      ? []
      : [unlistedSize(maxCu, listed, fields.max)]),
  ];
  if (unlisted.length > 0) return unlisted;
  if (minCu > maxCu) {
    return [
      mistake(
        fields.min,
        `${minCu} CU is above the maximum of ${maxCu} CU`,
        `use ${maxCu} or less, or raise ${fields.max}`,
      ),
    ];
  }
  return isFixed(setting)
    ? fixedProblems(facts, plan, minCu, fields)
    : rangeProblems(facts, plan, setting, fields);
}

function unlistedSize(cu: number, listed: readonly number[], field: string): Problem {
  return mistake(field, `${cu} CU is not a size`, `use ${nearestSizesCu(cu, listed).join(' or ')}`);
}

function fixedProblems(facts: FactSet, plan: PlanName, cu: number, fields: SizeFields): Problem[] {
  const highest = planSizes(facts, plan).fixedHighestCu;
  if (cu <= highest) return [];
  return [
    mistake(
      fields.max,
      `the ${plan} plan has sizes up to ${highest} CU, not ${cu}`,
      `use ${highest} or another plan`,
    ),
  ];
}

function rangeProblems(
  facts: FactSet,
  plan: PlanName,
  { minCu, maxCu }: SizeSetting,
  fields: SizeFields,
): Problem[] {
  const { highestCu, widestSpreadCu } = facts.autoscaling.value;
  const planHighest = planSizes(facts, plan).autoscalingHighestCu;
  if (planHighest === 0) {
    return [
      mistake(
        fields.max,
        `the ${plan} plan has no autoscaling`,
        `use the same size for both ends, or a paid plan`,
      ),
    ];
  }
  if (maxCu > highestCu) {
    const finding = `autoscaling goes up to ${highestCu} CU, and larger sizes are fixed`;
    return [mistake(fields.max, `${finding}, not ${maxCu}`, `use ${highestCu} or less, or a fixed size`)];
  }
  if (maxCu > planHighest) {
    return [
      mistake(
        fields.max,
        `the ${plan} plan autoscales up to ${planHighest} CU, not ${maxCu}`,
        `use ${planHighest} or another plan`,
      ),
    ];
  }
  if (widestSpreadCu !== null && maxCu - minCu > widestSpreadCu) {
    const lowestMin = nearestSizesCu(maxCu - widestSpreadCu, facts.listedSizesCu.value).at(-1);
    const highestMax = nearestSizesCu(minCu + widestSpreadCu, facts.listedSizesCu.value)[0];
    return [
      mistake(
        fields.max,
        `a range spans ${widestSpreadCu} CU at most in the fact set ${facts.name}, not ${maxCu - minCu}`,
        `use ${minCu} to ${highestMax} or ${lowestMin} to ${maxCu}`,
      ),
    ];
  }
  return [];
}

function mistake(field: string, found: string, remedy: string): Problem {
  return { place: { field }, found, remedy };
}

export function planSizes(facts: FactSet, plan: PlanName): PlanSizes {
  return { free: facts.freePlanSizes, launch: facts.launchPlanSizes, scale: facts.scalePlanSizes }[plan]
    .value;
}
