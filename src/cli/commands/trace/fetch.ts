import { type Command, Option } from 'commander';
import { addTraceOptions } from '../../flags/options.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { OUTPUT_HELP, outputOption } from './output.ts';

export function addFetch(trace: Command, terminal: Terminal): void {
  addTraceOptions(trace.command('fetch'))
    .description('Fetch a trace from a Prometheus server.')
    .argument('<URL>', 'its address, such as http://prometheus:9090')
    .addOption(new Option('--from <TIME>', 'the start, or how long ago: 7d').makeOptionMandatory())
    .addOption(new Option('--to <TIME>', 'the end, which is not in').default('now'))
    .addOption(new Option('--step <TIME>', 'the time between samples').default('1m'))
    .addOption(new Option('--timeout <TIME>', 'the longest wait for an answer').default('30s'))
    .addOption(outputOption())
    .addHelpText(
      'after',
      `
--map takes a query in PromQL here, as in --map 'cpu=sum(rate(cpu_total[5m]))',
and overrides the preset for that quantity.

TIDEMARK_PROMETHEUS_TOKEN is sent as a bearer token. Without it, the variables
TIDEMARK_PROMETHEUS_USER and TIDEMARK_PROMETHEUS_PASSWORD are sent as they are.
${OUTPUT_HELP}

Examples:
  tidemark trace fetch http://prometheus:9090 --preset neon --from 7d -o a.jsonl
  tidemark trace fetch http://prometheus:9090 --map cpu=host_load1:vcpu \\
    --from 2026-03-02 --to 2026-03-03 --step 5m -o b.jsonl`,
    )
    .action(async (url, options) =>
      (await import('../../run/trace/fetch.ts')).fetchTrace(url, options, terminal),
    );
}
