import type { Socket } from 'node:net';
import { connect, type SecureVersion, type TLSSocket } from 'node:tls';

const PROTOCOL_3 = 196_608;
export const SSL_REQUEST = startPacket(80_877_103);
export const GSS_REQUEST = startPacket(80_877_104);

/** A first packet: its length, its code and what follows. */
export function startPacket(code: number, body: Uint8Array = new Uint8Array()): Buffer {
  const head = Buffer.alloc(8);
  head.writeInt32BE(8 + body.length, 0);
  head.writeInt32BE(code, 4);
  return Buffer.concat([head, body]);
}

export function startUp(parameters: Readonly<Record<string, string>>): Buffer {
  const words = Object.entries(parameters).flat();
  return startPacket(PROTOCOL_3, Buffer.from(`${words.map((word) => `${word}\0`).join('')}\0`));
}

export function cancelRequest(process: number, key: number): Buffer {
  const body = Buffer.alloc(8);
  body.writeInt32BE(process, 0);
  body.writeInt32BE(key, 4);
  return startPacket(80_877_102, body);
}

/** A socket that TLS is spoken on at once. */
export function secured(
  socket: Socket,
  servername = 'localhost',
  maxVersion: SecureVersion = 'TLSv1.3',
): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const ALPNProtocols = ['postgresql'];
    const stream = connect({ socket, servername, rejectUnauthorized: false, ALPNProtocols, maxVersion });
    stream.once('secureConnect', () => resolve(stream)).on('error', reject);
  });
}

/** On a busy machine the time for the greeting may be over before the request arrives: then the gateway closes instead. */
export function offersTls(socket: Socket): Promise<boolean> {
  socket.write(SSL_REQUEST);
  return new Promise((resolve) => {
    socket.once('data', () => resolve(true));
    socket.on('error', () => resolve(false)).once('close', () => resolve(false));
  });
}

/** Everything that comes until the other side has closed. */
export async function allOf(socket: Socket): Promise<Buffer> {
  const parts: Buffer[] = [];
  await new Promise<void>((resolve) => {
    socket
      .on('data', (part: Buffer) => parts.push(part))
      .once('end', resolve)
      .once('close', resolve);
  });
  return Buffer.concat(parts);
}
