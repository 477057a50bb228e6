import { type Command, Option } from 'commander';
import { processCount, queueOption, resultsOption } from '../flags/fleet-options.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { portNumber } from './serve/serve.ts';

export function addWorker(program: Command, terminal: Terminal): void {
  program
    .command('worker')
    .description('Make plans for commands on other machines, which give their jobs to a queue.')
    .addOption(queueOption().makeOptionMandatory())
    .addOption(resultsOption('a folder that all machines share, or postgres://').makeOptionMandatory())
    .addOption(
      new Option('--concurrency <N>', 'plans at the same time (default: one for each processor)').argParser(
        processCount,
      ),
    )
    .addOption(
      new Option('--dead-after <TIME>', 'a silent worker counts as dead after this time').default('30s'),
    )
    .addOption(
      new Option(
        '--grace <TIME>',
        'how long plans may go on at the end; then others take their jobs',
      ).default('20s'),
    )
    .addOption(
      new Option('--metrics <PORT>', 'serve metrics for Prometheus at this port, on all addresses').argParser(
        portNumber,
      ),
    )
    .addHelpText(
      'after',
      `
A worker takes jobs of tidemark plan --queue, plans each in a process of its
own, and keeps the plan in --results. It has to be of the same version as the
command that gave the jobs, and both have to name the same queue and results.

A worker may be killed at any time: another one makes its plans. A job that ends
its own process three times fails, and the others go on. Ctrl-C and SIGTERM let
plans end for --grace; a job that takes longer goes back to the queue.

The password of the queue can be in TIDEMARK_QUEUE_PASSWORD, and that of
postgres:// in PGPASSWORD. rediss:// encrypts the connection; ?prefix=NAME keeps
the keys of several users apart.

Examples:
  tidemark worker --queue redis://localhost:6379 --results plans/
  tidemark worker --queue rediss://queue.internal:6380?prefix=team \\
    --results postgres://tidemark@db.internal/plans --concurrency 4 \\
    --metrics 9465`,
    )
    .action(async (options) => (await import('../run/worker.ts')).runWorker(options, terminal));
}
