import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** Listens as a PostgreSQL would, and refuses everybody with one error. */
export async function refusingServer(
  code: string,
  message: string,
): Promise<{ port: number; close(): void }> {
  const fields = Buffer.from(`SFATAL\0C${code}\0M${message}\0\0`);
  const answer = Buffer.alloc(5 + fields.length);
  answer.write('E');
  answer.writeInt32BE(4 + fields.length, 1);
  fields.copy(answer, 5);
  const server = createServer((socket) => socket.once('data', () => socket.end(answer)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}
