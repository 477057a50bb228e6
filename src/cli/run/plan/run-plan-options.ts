import type { PlanManyOptions, PlanOptions, WorldsOptions } from '../../../library/index.ts';
import type { ApiOptions } from '../../flags/configuration-source.ts';
import type { AnswerOptions, ReportFlag } from '../../flags/options.ts';

export interface RunPlanOptions
  extends PlanOptions,
    PlanManyOptions,
    Pick<WorldsOptions, 'worlds' | 'keeps'>,
    AnswerOptions,
    ReportFlag,
    ApiOptions {
  readonly failAbove?: string;
  readonly writeScenario?: string;
  readonly force?: boolean;
  /** Prints a row for each database, in place of the usual formats. */
  readonly isCsv?: boolean;
  readonly applyTo?: string;
  readonly results?: string;
  readonly queue?: string;
  readonly shard?: string;
  readonly table?: string;
  readonly digestTo?: string;
}
