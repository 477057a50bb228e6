import type { Socket } from 'node:net';
import type pg from 'pg';
import { FrameScanner } from '../wire/frames.ts';
import { dial, type ServerHost, startupPacket } from './dial.ts';

/** A session after start-up. Its socket is taken over from pg: it is paused, and has all bytes since start-up. */
export interface BackendSession {
  readonly socket: Socket;
  readonly parameters: ReadonlyMap<string, string>;
  readonly processId: number;
  readonly secretKey: number;
}

/** Starts a session. The library pg does TLS and authentication. Then its socket is taken over. */
export function startSession(
  address: ServerHost,
  login: { readonly user: string; readonly password: string },
  startUp: ReadonlyMap<string, string>,
): Promise<BackendSession> {
  return new Promise((resolve, reject) => {
    const parameters = new Map<string, string>();
    const started = (socket: Socket) => {
      const scanner = new FrameScanner();
      const [library] = socket.listeners('data') as ((chunk: Buffer) => void)[];
      socket.removeAllListeners('data');
      socket.on('data', (chunk: Buffer) => {
        try {
          let ready = false;
          scanner.feed(chunk);
          while (!ready && scanner.next()) ready = scanner.type === READY_FOR_QUERY && scanner.completes;
          // The library gets the bytes of start-up only.
          library?.(ready ? chunk.subarray(0, scanner.end) : chunk);
          if (!ready) return;
          takeOver(client.connection, socket, chunk.subarray(scanner.end));
          const { processID, secretKey } = client as unknown as Key;
          resolve({ socket, parameters, processId: processID, secretKey });
        } catch (error) {
          socket.destroy(error as Error);
        }
      });
    };
    const client = dial(address, startupPacket(new Map([...startUp, ['user', login.user]])), {
      ...login,
      started,
    });
    client.connection.on('parameterStatus', (status: ParameterStatus) =>
      parameters.set(status.parameterName, status.parameterValue),
    );
    client.connect((error: Error | null) => {
      if (error === null) return;
      client.connection.stream.destroy();
      reject(error);
    });
  });
}

/** Fields of pg's client that its types lack. */
interface Key {
  readonly processID: number;
  readonly secretKey: number;
}

interface ParameterStatus {
  readonly parameterName: string;
  readonly parameterValue: string;
}

const READY_FOR_QUERY = 0x5a;

function takeOver(connection: pg.Connection, socket: Socket, rest: Buffer): void {
  socket.pause();
  socket.removeAllListeners('data');
  // The library's listeners on the socket forward its end and its errors to this connection, which ignores them.
  connection.removeAllListeners();
  connection.on('error', () => {});
  if (rest.length > 0) socket.unshift(rest);
}
