import { DEFAULT_FACT_SET, factSet, type PlanName } from '../../../../facts/index.ts';
import {
  type Address,
  addressOf,
  connectionTrouble,
  gzipMembers,
  type News,
  openAsker,
  openServerSession,
  Recorder,
  type RecorderPorts,
  type ServerSession,
  serverProblem,
} from '../../../../recording/index.ts';
import { recordingAfterword, recordingForeword, serverWords } from '../../../../report/index.ts';
import { jsonLines, type TraceStream } from '../../../../trace/index.ts';
import type { NewFile } from '../../../files/output-files.ts';
import { Interrupted } from '../../../terminal/interruption.ts';
import type { StatusLine, Terminal } from '../../../terminal/terminal.ts';
import { endpointLook } from './endpoint-look.ts';
import { endpointPlace, type RecordFlags, recordSettings } from './record-settings.ts';

export interface RecordOptions extends RecordFlags {
  readonly databaseUrl: string;
  readonly output: string;
  readonly min: number;
  readonly plan: PlanName;
}

/** Records until the recording ends or is stopped. In both cases the file is complete. */
export async function recordTrace(options: RecordOptions, terminal: Terminal): Promise<void> {
  const address = addressOf(options.databaseUrl);
  const settings = recordSettings(options);
  const place = endpointPlace(options, terminal);
  const costs = { facts: factSet(DEFAULT_FACT_SET), plan: options.plan, minCu: options.min };
  for (const line of recordingForeword(settings, place !== null, costs)) terminal.err(`${line}\n`);
  const stop = stopOnSignal(terminal);
  const status = terminal.status();
  const sessions = new Set<ServerSession>();
  void stop.asked.then(() => {
    for (const session of sessions) session.abort();
  });
  const recorder = new Recorder(settings, {
    ...clockOf(terminal, stop),
    look: place === null ? null : endpointLook(place),
    connect: async () => {
      const session = await openServerSession(address);
      sessions.add(session);
      const close = () => {
        sessions.delete(session);
        return session.close();
      };
      return openAsker({ ...session, close }).catch(async (error: unknown) => {
        await close();
        throw error;
      });
    },
    tell: (news) => tell(news, address, status, terminal),
  });
  // Opens the output first, to find out whether it can be written before anything is recorded.
  const file = options.output === '-' ? null : terminal.create(options.output);
  try {
    const stream = await recorder.open(`${address.host}/${address.database}`).catch((error: unknown) => {
      throw stop.isStopped() ? new Interrupted() : serverProblem(address, error);
    });
    if (recorder.totals.questions === 0 && stop.isStopped()) throw new Interrupted();
    if (recorder.totals.questions > 0) await write(stream, options.output, file, terminal);
  } finally {
    // Keeps the file however the recording ended, because it cannot be recorded again.
    if (recorder.totals.questions > 0) file?.commit();
    else file?.discard();
    status.done();
    stop.end();
  }
  const { totals: tally } = recorder;
  if (tally.questions === 0) {
    terminal.err('The compute slept all the time: there is nothing to write.\n');
    return;
  }
  for (const line of recordingAfterword(tally, settings)) terminal.err(`${line}\n`);
  if (options.output !== '-') terminal.err(`${options.output} is written: ${tally.samples} samples.\n`);
  // Without --for, Ctrl-C is the normal end.
  if (stop.isStopped() && settings.forMs !== null) throw new Interrupted();
}

interface Stopping {
  readonly isStopped: () => boolean;
  readonly asked: Promise<void>;
  end(): void;
}

/** A second Ctrl-C ends the process at once, because the first one removes its listener. */
function stopOnSignal({ signals }: Terminal): Stopping {
  let stopped = false;
  let stop = () => {};
  const asked = new Promise<void>((resolve) => {
    stop = () => {
      stopped = true;
      resolve();
    };
  });
  signals.once('SIGINT', stop).once('SIGTERM', stop);
  return {
    asked,
    isStopped: () => stopped,
    end: () => {
      signals.off('SIGINT', stop).off('SIGTERM', stop);
    },
  };
}

function clockOf(
  { machine }: Terminal,
  { asked, isStopped }: Stopping,
): Pick<RecorderPorts, 'nowMs' | 'sleepUntil' | 'isStopped'> {
  return {
    nowMs: () => machine.wallMs(),
    isStopped,
    async sleepUntil(atMs) {
      while (machine.wallMs() < atMs && !isStopped()) {
        let wake = () => {};
        const timedOut = new Promise<void>((resolve) => {
          wake = resolve;
        });
        const set = machine.alarm(wake);
        set(atMs - machine.wallMs());
        await Promise.race([timedOut, asked]);
        set(Number.POSITIVE_INFINITY);
      }
    },
  };
}

/** Writes each text as it comes, so that a killed recorder loses little. */
async function write(
  stream: TraceStream,
  path: string,
  file: NewFile | null,
  terminal: Terminal,
): Promise<void> {
  const lines = jsonLines(stream);
  if (file === null) for await (const text of lines) terminal.out(text);
  else if (path.endsWith('.gz')) for await (const bytes of gzipMembers(lines)) file.write(bytes);
  else for await (const text of lines) file.write(new TextEncoder().encode(text));
}

function tell(news: News, address: Address, status: StatusLine, terminal: Terminal): void {
  const say = (text: string) => {
    status.done();
    terminal.err(`${text}\n`);
  };
  if (news.kind === 'connected')
    for (const line of serverWords(news.features, news.snapshot.hidden, address.user)) say(line);
  else if (news.kind === 'lost') say(`${connectionTrouble(address, news.error)}; trying again.`);
  else if (news.kind === 'api lost') say('The API did not answer; looking again.');
  else if (news.kind === 'state') status.show(`${news.state}, ${news.samples} samples`);
}
