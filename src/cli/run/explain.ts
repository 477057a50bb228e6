import {
  type Bounds,
  computeGoal,
  DEFAULT_AUTOSCALER,
  type ExplainedGoal,
  explainGoal,
  metricsOf,
} from '../../compute/index.ts';
import { DEFAULT_PLAN, type FactSetName, factSet, quarterCu } from '../../facts/index.ts';
import { goalList } from '../../report/index.ts';
import { readDocument, readSamples } from '../../scenario/index.ts';
import { nameOf, readText } from '../input.ts';
import { type FormatOptions, formatOf, type SizeOptions } from '../options.ts';
import { printPage } from '../print-answer.ts';
import { sizeSettingOf } from '../size-setting.ts';
import type { Terminal } from '../terminal.ts';

export interface ExplainOptions extends SizeOptions, FormatOptions {
  readonly facts: FactSetName;
  readonly lfc: boolean;
}

export function runExplain(file: string, options: ExplainOptions, terminal: Terminal): void {
  const setting = sizeSettingOf(options, factSet(options.facts), DEFAULT_PLAN);
  const range: Bounds | null =
    setting === null
      ? null
      : { minQuarterCu: quarterCu(setting.minCu), maxQuarterCu: quarterCu(setting.maxCu) };
  const samples = readSamples(readDocument(readText(file, terminal), nameOf(file)));
  const explained = samples.map(({ metrics, settings }) => {
    const config = { ...DEFAULT_AUTOSCALER, ...settings, lfcMetrics: options.lfc };
    return explainGoal(computeGoal(metricsOf(metrics, config), config), range);
  });
  const format = formatOf(options);
  if (format === 'json') {
    terminal.out(`${JSON.stringify(explained.map(plain), null, 2)}\n`);
  } else if (explained.length === 0) {
    terminal.out('There are no samples in the list.\n');
  } else {
    const page = explained.map((goal, i) => goalList(i + 1, goal));
    printPage(page, format, terminal);
  }
}

function plain({ goal, goalCu, boundBy }: ExplainedGoal) {
  const { cpu, memory, lfc, goalQuarterCu, incomplete } = goal;
  return { cpu, memory, lfc, goalQuarterCu, goalCu, boundBy, incomplete };
}
