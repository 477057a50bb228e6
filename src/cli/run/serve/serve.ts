import {
  factSetOf,
  isLoopback,
  type ServeOptions,
  type ServeSettings,
  type StartedService,
  servedScenario,
  serveSettings,
  startService,
} from '../../../library/index.ts';
import { oneLine } from '../../../problem/index.ts';
import { clockText, type LogLine } from '../../../service/index.ts';
import type { Terminal } from '../../terminal/terminal.ts';

export interface ServeFlags extends Omit<ServeOptions, 'log'> {
  readonly log: 'text' | 'json' | 'off';
  readonly json?: boolean;
}

/** Serves until it is stopped. */
export async function runServe(flags: ServeFlags, terminal: Terminal): Promise<void> {
  const { log, json, ...options } = flags;
  const secret = terminal.environment('TIDEMARK_SECRET');
  const settings = serveSettings({
    ...options,
    ...(secret === undefined || secret === '' ? {} : { secret }),
    log: logger(log, terminal),
  });
  const facts = factSetOf(settings.facts, terminal);
  const service = await startService(settings, facts, await servedScenario(settings, facts, terminal));
  const end = () => void service.close().catch(() => {});
  terminal.signals.once('SIGINT', end).once('SIGTERM', end);
  try {
    greet(settings, service, json ?? false, terminal);
    await service.ended;
  } finally {
    terminal.signals.off('SIGINT', end).off('SIGTERM', end);
    await service.close();
  }
}

function greet(
  { host }: ServeSettings,
  { service, gateway, origin, controlToken, firstKey }: StartedService,
  asJson: boolean,
  terminal: Terminal,
): void {
  const clock = clockText(service.clock.mode);
  const { description } = service.store;
  if (asJson) {
    terminal.out(
      `${JSON.stringify({ schema: 'tidemark/serve', version: 1, url: `${origin}/api/v2`, control: `${origin}/_tidemark`, console: `${origin}/`, postgres: gateway, controlToken, store: description, clock, key: firstKey })}\n`,
    );
    return;
  }
  terminal.out(
    [
      `API            ${origin}/api/v2`,
      `console        ${origin}/`,
      `control API    ${origin}/_tidemark`,
      `control token  ${controlToken}`,
      ...(gateway === null
        ? []
        : [`Postgres       ${gateway.host}:${gateway.port}, databases in ${gateway.backend}`]),
      `store          ${description}`,
      `clock          ${clock}`,
      ...(isLoopback(host) ? [] : [`reachable      from other machines, at ${host}, without encryption`]),
      ...(firstKey === null ? [] : ['first API key, shown this once:', firstKey]),
      '',
    ].join('\n'),
  );
}

function logger(form: ServeFlags['log'], terminal: Terminal): (line: LogLine) => void {
  if (form === 'off') return () => {};
  const { machine } = terminal;
  return ({ level, event, ...rest }) => {
    const at = new Date(machine.wallMs()).toISOString();
    if (form === 'json') {
      terminal.err(`${JSON.stringify({ at, level, event, ...rest })}\n`);
      return;
    }
    const words = Object.entries(rest).map(([name, value]) => `${name}=${oneLine(String(value))}`);
    terminal.err(`${at} ${level.padEnd(5)} ${event} ${words.join(' ')}\n`);
  };
}
