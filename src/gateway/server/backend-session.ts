import type { Socket } from 'node:net';
import type pg from 'pg';
import { FrameScanner } from '../wire/frames.ts';
import { dial, type ServerHost, startupPacket } from './dial.ts';

/** A session past its start, whose socket is nobody else's any more: paused, with all that came after the start. */
export interface BackendSession {
  readonly socket: Socket;
  readonly parameters: ReadonlyMap<string, string>;
  readonly processId: number;
  readonly secretKey: number;
}

/** The library does TLS and whatever proof of the password the server wants; then its socket is taken over. */
export function startSession(
  address: ServerHost,
  who: { readonly user: string; readonly password: string },
  asked: ReadonlyMap<string, string>,
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
          // The library is shown the start and no byte of what follows.
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
    const client = dial(address, startupPacket(new Map([...asked, ['user', who.user]])), { ...who, started });
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

/** What the library knows and its types do not tell. */
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
  // The library's listeners for the end and for errors hand on to its connection, where nobody listens any more.
  connection.removeAllListeners();
  connection.on('error', () => {});
  if (rest.length > 0) socket.unshift(rest);
}
