import { type Distribution, startTimeName } from '../../compute/index.ts';
import type { FaultRule } from '../api/injected-faults.ts';
import type { World } from '../world/world.ts';

/** The faults in force, in the form in which `PUT /faults` takes them. */
export function faultsAnswer(
  rules: readonly FaultRule[],
  { startTime, startFailureShare, wakeAdmission }: World['faults'],
): Record<'rules' | 'starts', unknown> {
  return {
    rules: rules.map(({ delayMs, ...rule }) => ({ ...rule, delay_ms: delayMs })),
    starts: {
      ...(startTime === undefined
        ? {}
        : { takes: startTimeName(startTime) ?? distributionAnswer(startTime) }),
      ...(startFailureShare === undefined ? {} : { failure_share: startFailureShare }),
      ...(wakeAdmission == null
        ? {}
        : { admission: { refused_share: wakeAdmission.refusedShare, for_ms: wakeAdmission.forMs } }),
    },
  };
}

function distributionAnswer(time: Distribution): Readonly<Record<string, number>> {
  return time.kind === 'constant' ? { ms: time.ms } : { median_ms: time.medianMs, p95_ms: time.p95Ms };
}
