import { DEFAULT_FACT_SET, DEFAULT_PLAN, factSet } from '../../../facts/index.ts';
import { type SizeOptions, sizeSettingOf } from '../../../library/index.ts';
import { problem } from '../../../problem/index.ts';
import {
  parseDuration,
  scenarioTemplate,
  TEMPLATE_DEMANDS,
  type TemplateDemand,
} from '../../../scenario/index.ts';
import { isZone } from '../../../workload/index.ts';
import type { Terminal } from '../../terminal/terminal.ts';

export interface TemplateOptions extends SizeOptions {
  readonly demand?: TemplateDemand;
  readonly suspendAfter?: string;
  readonly timezone?: string;
}

/** Writes a scenario of one kind of demand, after questions about its values that no flag gives. */
export async function templateText(
  options: TemplateOptions,
  schemaPath: string,
  terminal: Terminal,
): Promise<string> {
  const given = sizeSettingOf(options, factSet(DEFAULT_FACT_SET), DEFAULT_PLAN);
  const demand =
    options.demand ??
    chosen(await terminal.ask(`What uses the database (${TEMPLATE_DEMANDS.join(', ')})?`, 'web'));
  const range = given === null ? await terminal.ask('Smallest and largest size in CU?', '0.25-2') : '';
  const size = given ?? rangeOf(range);
  const suspendAfter = options.suspendAfter ?? (await terminal.ask('Scale-to-zero timeout, or off?', '5m'));
  if (suspendAfter !== 'off' && parseDuration(suspendAfter) === null) {
    throw problem(
      { field: '--suspend-after' },
      `found "${suspendAfter}"`,
      'write a duration with its unit such as 5m, or off',
    );
  }
  const timezone = checkedZone(options.timezone ?? (await terminal.ask('In which time zone?', 'UTC')));
  return scenarioTemplate({ demand, size, suspendAfter, timezone, schemaPath });
}

export function checkedZone(timezone: string): string {
  if (isZone(timezone)) return timezone;
  throw problem(
    { field: '--timezone' },
    `found "${timezone}"`,
    'write an IANA time zone such as Europe/Berlin',
  );
}

function chosen(answer: string): TemplateDemand {
  const demand = TEMPLATE_DEMANDS.find((one) => one === answer.trim());
  if (demand === undefined) {
    throw problem({ field: '--demand' }, `found "${answer}"`, `write ${TEMPLATE_DEMANDS.join(', ')}`);
  }
  return demand;
}

function rangeOf(answer: string) {
  const [min, max = min] = answer.split('-').map((part) => Number(part.trim()));
  if (min === undefined || max === undefined || Number.isNaN(min) || Number.isNaN(max)) {
    throw problem({ field: '--min' }, `found "${answer}"`, 'write two sizes such as 0.25-2, or one');
  }
  const setting = sizeSettingOf(
    min === max ? { size: min } : { min, max },
    factSet(DEFAULT_FACT_SET),
    DEFAULT_PLAN,
  );
  return setting ?? { minCu: min, maxCu: max };
}
