import { constants } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { createSecureContext, type SecureContext, TLSSocket } from 'node:tls';

/** Starts TLS on a socket. Returns the decrypted stream and the host name of SNI; null if the handshake fails. */
export function encrypted(
  socket: Duplex,
  context: SecureContext,
): Promise<{ readonly stream: Duplex; readonly serverName: string | null } | null> {
  return new Promise((resolve) => {
    const stream = new TLSSocket(socket as never, {
      isServer: true,
      secureContext: context,
      ALPNProtocols: ['postgresql'],
    });
    // An error ends the stream, also after the handshake.
    stream.on('error', () => stream.destroy());
    const failed = () => resolve(null);
    stream.once('close', failed);
    stream.once('secure', () => {
      stream.off('close', failed);
      const { servername } = stream as TLSSocket & { servername?: string | false };
      resolve({ stream, serverName: typeof servername === 'string' ? servername : null });
    });
  });
}

/** Makes a TLS context of a key and a certificate in one PEM text. */
export function encryptionBy(pem: string): SecureContext {
  // With TLS 1.2, a client could otherwise ask for handshake after handshake, and each costs the server a signature.
  return createSecureContext({ key: pem, cert: pem, secureOptions: constants.SSL_OP_NO_RENEGOTIATION });
}
