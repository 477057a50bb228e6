import type { Problem } from '../problem/index.ts';
import type { FactSet } from './fact-values.ts';
import type { PlanName } from './plans.ts';
import { SECOND_MS } from './units.ts';

/** The scale-to-zero timeout. Null if scale to zero is off. */
type SuspendAfterMs = number | null;

export function suspendProblems(
  facts: FactSet,
  plan: PlanName,
  suspendAfterMs: SuspendAfterMs,
  sizeCu: number,
  field: string,
): Problem[] {
  const defaultMs = facts.suspendDefaultMs.value;
  const { lowestMs, highestMs } = facts.suspendBounds.value;
  const choice = facts.suspendChoices.value[plan];
  const found = suspendAfterMs === null ? 'off' : seconds(suspendAfterMs);
  const mistake = (finding: string, remedy: string): Problem[] => [
    { place: { field }, found: finding, remedy },
  ];
  if (
    sizeCu > facts.autoscaling.value.highestCu &&
    facts.sizesAboveAutoscalingSleep.value === false &&
    suspendAfterMs !== null
  ) {
    return mistake(`${sizeCu} CU never scales to zero in the fact set ${facts.name}`, 'use off');
  }
  if (suspendAfterMs === null) {
    return choice.kind === 'default only'
      ? mistake(
          `the ${plan} plan always scales to zero after ${seconds(defaultMs)}`,
          `use ${seconds(defaultMs)}`,
        )
      : [];
  }
  if (choice.kind !== 'any or off' && suspendAfterMs !== defaultMs) {
    const allowed = choice.kind === 'default only' ? seconds(defaultMs) : `${seconds(defaultMs)} or off`;
    return mistake(`the ${plan} plan has no timeout of ${found}`, `use ${allowed}`);
  }
  const lowest = choice.kind === 'any or off' ? choice.lowestMs : lowestMs;
  if (suspendAfterMs < lowest || suspendAfterMs > highestMs) {
    const nearest = suspendAfterMs < lowest ? lowest : highestMs;
    return mistake(
      `${found} is outside ${seconds(lowest)} to ${seconds(highestMs)}`,
      `use ${seconds(nearest)} or off`,
    );
  }
  return [];
}

function seconds(ms: number): string {
  return `${ms / SECOND_MS}s`;
}
