import type { ExpectedSaving } from '../../check/index.ts';
import { type Configuration, sameConfiguration } from '../../planner/index.ts';
import { problem } from '../../problem/index.ts';
import { configurationWords } from '../../report/index.ts';
import type { InForce } from './in-force.ts';

/** An earlier plan and the change that it recommended. */
export interface PastPlan {
  /** The name to show in problems. */
  readonly file: string;
  readonly recommendation: PricedConfiguration | null;
  readonly current: PricedConfiguration | null;
}

interface PricedConfiguration {
  readonly configuration: Configuration;
  readonly outcome: { readonly costPerMonth: number };
}

/** Returns the saving that a plan expected. Its recommendation has to be the one configuration that was in force. */
export function expectedBy(
  { file, recommendation, current }: PastPlan,
  configurations: readonly InForce[],
): ExpectedSaving {
  if (
    recommendation === null ||
    current === null ||
    sameConfiguration(recommendation.configuration, current.configuration)
  )
    throw problem(
      { file },
      'the plan recommends no change, so it expects no saving',
      'give a plan that knew the current configuration and recommends a change',
    );
  if (recommendation.outcome.costPerMonth >= current.outcome.costPerMonth)
    throw problem(
      { file },
      'the plan expects no saving: its recommendation costs more, to meet all objectives',
      'check without this plan',
    );
  for (const { configuration } of configurations)
    if (
      !sameConfiguration(
        { ...configuration, route: recommendation.configuration.route },
        recommendation.configuration,
      )
    )
      throw problem(
        { options: ['current'] },
        `${configurationWords(configuration)} was in force, but the plan recommended ${configurationWords(recommendation.configuration)}`,
        'check a time in which only that recommendation was in force',
      );
  return {
    before: { configuration: current.configuration, perMonth: current.outcome.costPerMonth },
    after: { configuration: recommendation.configuration, perMonth: recommendation.outcome.costPerMonth },
  };
}
