import { type Command, Option } from 'commander';
import { addFormatOptions, factsOption, maxOption, minOption, sizeOption } from '../flags/options.ts';
import type { Terminal } from '../terminal/terminal.ts';

export function addExplain(program: Command, terminal: Terminal): void {
  const command = program
    .command('explain')
    .description("Explain which size the autoscaler would choose from a compute's metrics, and why.")
    .argument('<FILE>', 'samples, a list in JSON or YAML; - reads standard input')
    .addOption(minOption())
    .addOption(maxOption())
    .addOption(sizeOption())
    .addOption(factsOption())
    .addOption(new Option('--no-lfc', 'ignore the working set, as if LFC scaling is off'));
  addFormatOptions(command)
    .addHelpText(
      'after',
      `
A sample has load1, load5, memoryUsageBytes, memoryCachedBytes and
workingSetPages (8 KiB pages touched in the last 1, 2, 3 … minutes). It can also
have cpuStableZoneRatio, cpuMixedZoneRatio and lfcUseLargestWindow, if they
differ from their defaults. If a metric is missing, the goal is a lower bound.

Examples:
  tidemark explain scenarios/metrics/morning-rush.yaml --format markdown
  tidemark explain scenarios/metrics/morning-rush.yaml --min 0.25 --max 4 --json
  echo '[{"load1":1.8,"load5":1.2}]' | tidemark explain - --no-lfc`,
    )
    .action(async (file, options) => (await import('../run/explain.ts')).runExplain(file, options, terminal));
}
