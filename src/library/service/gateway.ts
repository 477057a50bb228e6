import { Gateway, selfSigned } from '../../gateway/index.ts';
import { problem } from '../../problem/index.ts';
import { openAccess, type Service } from '../../service/index.ts';
import { openBackend } from './backend.ts';
import { CERTIFICATE, keepSecret, keptSecret } from './kept-secret.ts';
import { localMachine } from './local-machine.ts';
import type { ServeSettings } from './serve-settings.ts';
import { accept, type Listening } from './sockets.ts';

export interface OpenGateway {
  /** The address for Postgres clients. */
  readonly host: string;
  readonly port: number;
  /** Where the databases are, and the major version of PostgreSQL. */
  readonly backend: string;
  readonly pgVersion: number;
  /** Reports to the service what the sessions do now, instead of a little later. */
  reportNow(): void;
  close(): Promise<void>;
}

/** Starts to accept Postgres clients. */
export async function openGateway(
  settings: ServeSettings,
  service: Service,
  secret: string,
): Promise<OpenGateway> {
  const { data, databaseUrl, host, log } = settings;
  const port = portOf(settings);
  // The certificate is read at its first use. This reports a damaged one at once.
  if (data !== undefined) keptSecret(data, CERTIFICATE);
  const backend = await openBackend(settings, { secret, seed: service.seed });
  let listening: Listening;
  const make = () => selfSigned(localMachine.wallMs(), localMachine.secretBytes(8));
  const gateway = new Gateway({
    access: openAccess(service),
    backend,
    pem: () => (data === undefined ? make() : keepSecret(data, CERTIFICATE, make)),
    secretBytes: localMachine.secretBytes,
    logError: (event, details) => log({ level: 'error', event, ...details }),
    dropsDatabases: data === undefined && databaseUrl === undefined,
  });
  try {
    listening = await accept(host, port, (socket) => gateway.accept(socket));
  } catch (error) {
    await gateway.close();
    throw error;
  }
  return {
    host: reachableAt(host),
    port: listening.port,
    backend: backend.description,
    pgVersion: backend.majorVersion,
    reportNow: () => gateway.reports.now(),
    async close() {
      const closed = listening.close();
      await gateway.close();
      await closed;
    },
  };
}

/** The port after that of the API by default. If the API takes a free port, so does this one. */
function portOf({ port, pgPort }: ServeSettings): number {
  const found = pgPort ?? (port === 0 ? 0 : port + 1);
  if (found > 65_535) throw problem({ options: ['pgPort'] }, 'there is no port after 65535', 'name one');
  return found;
}

/** An address that clients on this machine can use. A server that listens everywhere is reached by loopback. */
function reachableAt(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  return host === '::' ? '::1' : host;
}
