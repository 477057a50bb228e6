import type { Socket } from 'node:net';
import pg from 'pg';

export interface ServerHost {
  readonly host: string;
  readonly port: number;
  readonly ssl: boolean;
}

/**
 * Begins a connection with a first packet of our own, after TLS where the address asks for it. The library would add
 * its choice of client_encoding, and what it finds in the environment.
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
  // What goes wrong before the end of the start is told by connect().
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

/** As the first packets are: without a type, and with a code instead. */
function packet(body: Buffer, code: number): Buffer {
  const header = Buffer.alloc(8);
  header.writeInt32BE(8 + body.length, 0);
  header.writeInt32BE(code, 4);
  return Buffer.concat([header, body]);
}
