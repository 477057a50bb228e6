import { Gateway, selfSigned } from '../../../gateway/index.ts';
import { problem } from '../../../problem/index.ts';
import { type LogLine, openAccess, type Service } from '../../../service/index.ts';
import { CERTIFICATE } from '../../files/kept-secret.ts';
import type { HostMachine, Listening } from '../../terminal/machine.ts';
import { openBackend } from './backend.ts';

export interface GatewayOptions {
  readonly host: string;
  readonly port: number;
  readonly pgPort?: number;
  readonly data?: string;
  readonly databaseUrl?: string;
  readonly backendUrl?: string;
}

export interface OpenGateway {
  /** The address for Postgres clients. */
  readonly host: string;
  readonly port: number;
  /** Where the databases are, and the major version of PostgreSQL. */
  readonly backend: string;
  readonly pgVersion: number;
  close(): Promise<void>;
}

/** Starts to accept Postgres clients. */
export async function openGateway(
  options: GatewayOptions,
  service: Service,
  secret: string,
  machine: HostMachine,
  log: (line: LogLine) => void,
): Promise<OpenGateway> {
  const port = portOf(options);
  // The certificate is read at its first use. This reports a damaged one at once.
  if (options.data !== undefined) machine.kept(options.data, CERTIFICATE);
  const backend = await openBackend(options, { secret, seed: service.seed }, log);
  let listening: Listening;
  const make = () => selfSigned(machine.wallMs(), machine.secretBytes(8));
  const gateway = new Gateway({
    access: openAccess(service),
    backend,
    pem: () => (options.data === undefined ? make() : machine.keep(options.data, CERTIFICATE, make)),
    secretBytes: (count) => machine.secretBytes(count),
    logError: (event, details) => log({ level: 'error', event, ...details }),
    dropsDatabases: options.data === undefined && options.databaseUrl === undefined,
  });
  try {
    listening = await machine.accept(options.host, port, (socket) => gateway.accept(socket));
  } catch (error) {
    await gateway.close();
    throw error;
  }
  return {
    host: reachableAt(options.host),
    port: listening.port,
    backend: backend.description,
    pgVersion: backend.majorVersion,
    async close() {
      const closed = listening.close();
      await gateway.close();
      await closed;
    },
  };
}

/** The port after that of the API by default. If the API takes a free port, so does this one. */
function portOf({ port, pgPort }: GatewayOptions): number {
  const found = pgPort ?? (port === 0 ? 0 : port + 1);
  if (found > 65_535) throw problem({ field: '--pg-port' }, 'there is no port after 65535', 'name one');
  return found;
}

/** An address that clients on this machine can use. A server that listens everywhere is reached by loopback. */
function reachableAt(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  return host === '::' ? '::1' : host;
}
