import type { Socket } from 'node:net';
import pg from 'pg';

export interface ServerHost {
  readonly host: string;
  readonly port: number;
  readonly ssl: boolean;
}

/**
 * Connects and sends a first packet of our own, after TLS if the address has it. The first packet of the library pg
 * would have its own client_encoding, and parameters from the environment.
 */
export function dial(
  { host, port, ssl }: ServerHost,
  packet: Buffer,
  { user, password, started }: { user?: string; password?: string; started?: (socket: Socket) => void } = {},
): pg.Client {
  const client = new pg.Client({
    host,
    port,
    ssl,
    user,
    password,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  // connect() reports errors before the end of start-up.
  client.on('error', () => {});
  Object.assign(client.connection, {
    startup() {
      const socket = client.connection.stream as Socket;
      started?.(socket);
      socket.write(packet);
    },
  });
  return client;
}

export function startupPacket(parameters: Iterable<readonly [string, string]>): Buffer {
  const text = [...parameters].map(([name, value]) => `${name}\0${value}\0`).join('');
  return packet(Buffer.from(`${text}\0`), PROTOCOL_3_0);
}

export function cancelPacket({ processId, secretKey }: { processId: number; secretKey: number }): Buffer {
  const body = Buffer.alloc(8);
  body.writeInt32BE(processId, 0);
  body.writeInt32BE(secretKey, 4);
  return packet(body, CANCEL_REQUEST);
}

const PROTOCOL_3_0 = 196608;
const CANCEL_REQUEST = 80877102;

/** Encodes a first packet, which has a code and no type. */
function packet(body: Buffer, code: number): Buffer {
  const header = Buffer.alloc(8);
  header.writeInt32BE(8 + body.length, 0);
  header.writeInt32BE(code, 4);
  return Buffer.concat([header, body]);
}
