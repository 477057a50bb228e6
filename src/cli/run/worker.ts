import {
  type PlanWorker,
  QUEUE_PASSWORD,
  queueAddress,
  startWorker,
  workerMetrics,
} from '../../fleet/index.ts';
import { type Listening, listen, ownVersion, wholeMillisecondsOf } from '../../library/index.ts';
import type { Terminal } from '../terminal/terminal.ts';

interface WorkerFlags {
  readonly queue: string;
  readonly results: string;
  readonly concurrency?: number;
  readonly deadAfter: string;
  readonly grace: string;
  readonly metrics?: number;
}

/** Makes plans until Ctrl-C or SIGTERM. A second signal ends the process at once. */
export async function runWorker(flags: WorkerFlags, terminal: Terminal): Promise<void> {
  const address = queueAddress(flags.queue, terminal.environment(QUEUE_PASSWORD));
  const deadAfterMs = wholeMillisecondsOf('--dead-after', flags.deadAfter);
  const graceMs = wholeMillisecondsOf('--grace', flags.grace);
  const notice = (text: string) => terminal.err(`tidemark: ${text}\n`);
  const stopping = new Promise<void>((resolve) => {
    terminal.signals.once('SIGINT', resolve).once('SIGTERM', resolve);
  });
  const results = await terminal.openResults(flags.results);
  try {
    const concurrency = flags.concurrency ?? terminal.machine.processors;
    const settings = { concurrency, deadAfterMs, graceMs };
    const worker = await startWorker(address, results, settings, notice);
    const metrics = flags.metrics === undefined ? null : await servedMetrics(worker, flags.metrics);
    const where = metrics === null ? '' : `, with metrics at port ${metrics.port}`;
    notice(`the worker takes jobs from ${address.shown}, ${concurrency} at a time${where}`);
    await stopping;
    notice(`ending; ${worker.counts.running} plans may go on for ${flags.grace}`);
    await worker.stop();
    await metrics?.close();
    const { planned, failed, 'handed back': handedBack } = worker.counts.ends;
    notice(`planned ${planned}, failed ${failed}, handed back ${handedBack}`);
  } finally {
    await results.close();
  }
}

function servedMetrics({ counts }: PlanWorker, port: number): Promise<Listening> {
  return listen('0.0.0.0', port, async (request) =>
    new URL(request.url).pathname === '/metrics'
      ? new Response(workerMetrics(counts, ownVersion()), {
          headers: { 'content-type': 'text/plain; version=0.0.4' },
        })
      : new Response('not found\n', { status: 404 }),
  );
}
