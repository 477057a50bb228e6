import {
  type Collection,
  checkPrometheus,
  collectionOf,
  collectTraces,
  consumptionSource,
  findComputes,
  managementApi,
  patientServer,
  prometheusSource,
} from '../../../collecting/index.ts';
import { SECOND_MS } from '../../../facts/index.ts';
import { type ProblemError, problem } from '../../../problem/index.ts';
import { collectionDocument, failuresOfCollection, withoutSamples } from '../../../report/index.ts';
import { outputFormat } from '../../flags/options.ts';
import { printWhole } from '../../output/print-answer.ts';
import { Interrupted, type Interruption } from '../../terminal/interruption.ts';
import type { StatusLine, Terminal } from '../../terminal/terminal.ts';
import { prometheusAt } from '../trace/prometheus-server.ts';
import { type CollectOptions, type CollectSettings, collectSettings } from './collect-settings.ts';
import { type KeptCollection, keptCollection } from './kept-collection.ts';
import { savingNowAndThen } from './saving-now-and-then.ts';
import { startOf } from './start.ts';
import { stoppableWaiting } from './stoppable-waiting.ts';

/** Lists all computes of an account, fetches the metrics of each, and writes a list of them. */
export async function runCollect(options: CollectOptions, terminal: Terminal): Promise<void> {
  const settings = collectSettings(options, terminal);
  const kept = keptCollection(options.output, terminal);
  const interruption = terminal.onInterrupt();
  const status = terminal.status();
  let collection: Collection;
  try {
    collection = await collected(settings, kept, { terminal, interruption, status });
  } finally {
    status.done();
    interruption.end();
  }
  const isPlannable = collection.computes.some(({ outcome }) => outcome?.kind === 'collected');
  if (isPlannable) await kept.writeList(collection);
  printWhole(collectionDocument(collection, kept.listPath), outputFormat(options), terminal);
  const failures = [
    ...failuresOfCollection(collection),
    ...(options.strict === true ? withoutSamples(collection) : []),
  ];
  const place = { file: options.output };
  if (failures.length > 0)
    throw problem(
      place,
      `${failures.length} could not be collected, as the answer says`,
      'run the same command again, which tries only those',
    );
  if (!isPlannable)
    throw problem(
      place,
      'no database has samples, so there is no list',
      'check that the metrics are of these computes, or ask for another time',
    );
}

interface CollectHost {
  readonly terminal: Terminal;
  readonly interruption: Interruption;
  readonly status: StatusLine;
}

async function collected(
  settings: CollectSettings,
  kept: KeptCollection,
  { terminal, interruption, status }: CollectHost,
): Promise<Collection> {
  const { request, timeoutMs } = settings;
  const { signal } = interruption;
  const { span, outcomes } = startOf(settings, kept.earlier(request));
  const waiting = stoppableWaiting(terminal.machine, signal, (waitMs, host) =>
    status.show(`waiting ${Math.ceil(waitMs / SECOND_MS)} s, because ${host} is busy`),
  );
  const patient = () =>
    patientServer((url, headers) => terminal.web.get(url, headers, timeoutMs, signal), waiting);
  const servers = { api: patient(), metrics: patient() };
  const api = managementApi(settings.api, settings.key, servers.api.get);
  const source = async () => {
    if (settings.prometheus === null) return consumptionSource(api, span);
    const { environment } = terminal;
    const { ask } = prometheusAt(settings.prometheus, timeoutMs, { environment, web: servers.metrics });
    await checkPrometheus(ask, span);
    return prometheusSource(ask, span, terminal.machine.wallMs());
  };
  try {
    const metrics = await source();
    const { computes, unlisted } = await findComputes(api, request.org, (done, of) =>
      status.show(`listed ${done} of ${of} projects`),
    );
    if (computes.length === 0 && unlisted.length === 0) throw noComputes(request.api);
    await metrics.check(computes);
    const current = () => collectionOf({ request, span, unlisted }, computes, outcomes);
    const saving = savingNowAndThen(() => kept.writeState(current()), terminal.machine);
    const store = kept.store();
    // From here on, traces replace those of an earlier time.
    await kept.writeState(current());
    try {
      await collectTraces(computes, {
        source: metrics,
        store,
        outcomes,
        isLost: () => signal.aborted || servers.api.isLost() || servers.metrics.isLost(),
        async done() {
          status.show(`asked for ${outcomes.size} of ${computes.length} databases`);
          await saving();
          await interruption.look();
        },
      });
    } finally {
      await kept.writeState(current());
    }
    return current();
  } catch (error) {
    const traces = [...outcomes.values()].filter(({ kind }) => kind === 'collected').length;
    const left =
      traces === 0 ? 'nothing is kept' : `traces that are kept: ${traces}; the same command goes on`;
    if (signal.aborted) throw new Interrupted(left);
    if (servers.api.isLost() || servers.metrics.isLost()) terminal.err(`${left}.\n`);
    throw error;
  }
}

function noComputes(api: string): ProblemError {
  return problem(
    { file: api },
    'the key sees no compute',
    'use a key of the account or organization that has some, or name the organization with --org',
  );
}
