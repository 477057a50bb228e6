import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { selfSigned } from '../../src/gateway/index.ts';
import { unwritable } from '../../src/library/node/unwritable.ts';
import { serve } from '../cli/served.ts';
import { DRIVERS } from './drivers/drivers.ts';
import { failure, GatewayHarness } from './harness.ts';
import { allOf, GSS_REQUEST, SSL_REQUEST, secured, startUp } from './rude/packets.ts';

let harness: GatewayHarness;
beforeEach(async () => {
  harness = await GatewayHarness.start();
  harness.advance(600_000);
});
afterEach(() => harness.end());

const nameless = () => harness.uriOf().replace(/\?.*/, '');

/** A client over TLS, which may name its compute by the host that it asks for. */
async function secure(uri: string, settings: pg.ClientConfig): Promise<pg.Client> {
  const client = harness.client(uri, settings);
  const connecting = client.connect();
  await harness.knocked();
  harness.advance(1_000);
  await connecting;
  return client;
}

describe('TLS', () => {
  test('is used if the client asks for it', async () => {
    const client = await secure(harness.uriOf(), { ssl: { rejectUnauthorized: false } });
    await client.query('select 1');
    expect((client as unknown as { connection: { stream: object } }).connection.stream).toHaveProperty(
      'encrypted',
      true,
    );
    await client.end();
    await harness.until(() => harness.gateway.clients === 0);
  });

  test.each(['', '-pooler'])('names the compute%s by the host name', async (pooler) => {
    const servername = `${harness.endpointId}${pooler}.localhost`;
    const client = await secure(nameless(), { ssl: { rejectUnauthorized: false, servername } });
    await client.query('select 1');
    await client.end();
    await harness.until(() => harness.gateway.clients === 0);
    expect(harness.backend.links.size).toBe(pooler === '' ? 0 : 1);
  });

  test('may begin directly, without a request', async () => {
    const client = await secure(harness.uriOf(), {
      ssl: { rejectUnauthorized: false },
      sslnegotiation: 'direct',
    } as pg.ClientConfig);
    await client.query('select 1');
  });

  test('leaves nothing behind if the client refuses the certificate', async () => {
    const error = await failure(
      harness.client(harness.uriOf(), { ssl: { rejectUnauthorized: true } }).connect(),
    );
    expect(error.code).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
    await harness.until(() => harness.gateway.clients === 0);
    expect([harness.inside(), harness.waiting()]).toEqual([0, 0]);
  });

  test('begins once, and a second request is refused', async () => {
    const socket = await harness.socket();
    socket.write(SSL_REQUEST);
    await once(socket, 'data');
    const stream = await secured(socket, 'localhost', 'TLSv1.2');
    const anew = new Promise((answered) => stream.renegotiate({ rejectUnauthorized: false }, answered));
    // OpenSSL looks at the answer when it has something to write.
    stream.write('x');
    const refused = once(stream, 'error').then(([error]) => error);
    expect(await Promise.race([anew, refused])).toMatchObject({ code: 'EPROTO' });
    await harness.until(() => harness.gateway.clients === 0);
  });

  test('can follow a refused request for GSS encryption, or the client goes on in plain', async () => {
    const socket = await harness.socket();
    socket.write(GSS_REQUEST);
    expect(String((await once(socket, 'data'))[0])).toBe('N');
    socket.write(startUp({ user: 'a', options: `endpoint=${harness.endpointId}` }));
    expect(String((await once(socket, 'data'))[0])).toContain('SCRAM-SHA-256');
    socket.destroy();
  });

  test('is refused if bytes follow the request for it', async () => {
    const socket = await harness.socket();
    socket.write(Buffer.concat([SSL_REQUEST, startUp({ user: 'a' })]));
    expect((await allOf(socket)).toString()).toMatch(/^E.*invalid length or content/s);
  });
});

test('if a full disk cannot take the certificate, the log has a problem, and it is made once there is room', async () => {
  let isFull = true;
  const full = await GatewayHarness.start({
    pem: () => {
      if (isFull) throw unwritable('data/gateway.pem', Object.assign(new Error(), { code: 'ENOSPC' }));
      return selfSigned(Date.UTC(2026, 10, 21), new Uint8Array(8));
    },
  });
  try {
    const refused = await full.socket();
    refused.write(SSL_REQUEST);
    expect((await allOf(refused)).toString()).toMatch(/^E.*the gateway has a problem; see its log/s);
    expect(full.log).toEqual([
      {
        level: 'error',
        event: 'problem of the gateway',
        error:
          'data/gateway.pem: it cannot be written: the disk is full; free some space, or name another path',
      },
    ]);
    isFull = false;
    const socket = await full.socket();
    socket.write(SSL_REQUEST);
    expect(String((await once(socket, 'data'))[0])).toBe('S');
    socket.destroy();
  } finally {
    await full.end();
  }
});

test('the certificate is made once and saved in the data folder for its owner only', async () => {
  const data = mkdtempSync(join(tmpdir(), 'tidemark-tls-'));
  try {
    const certificates: string[] = [];
    for (let run = 0; run < 2; run++) {
      const served = await serve('--log', 'off', '--data', data);
      const { postgres } = served as unknown as { postgres: { host: string; port: number } };
      const socket = connect(postgres.port, postgres.host);
      socket.write(SSL_REQUEST);
      await once(socket, 'data');
      const stream = await secured(socket);
      certificates.push(stream.getPeerCertificate().fingerprint256);
      stream.destroy();
      await served.end();
    }
    expect(certificates[1]).toBe(certificates[0]);
    const path = join(data, 'gateway.pem');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, 'utf8')).toMatch(/BEGIN PRIVATE KEY.*BEGIN CERTIFICATE/s);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
});

const psql = DRIVERS[0];
test.runIf(psql?.isThere)('psql connects with TLS and without', async () => {
  for (const mode of ['require', 'disable']) {
    const query = psql?.open(`${harness.uriOf()}&sslmode=${mode}`).query('hold');
    await harness.knocked();
    harness.advance(1_000);
    await harness.until(() => [...harness.backend.links].some(({ queries }) => queries.includes('hold')));
    for (const link of harness.backend.links) link.answer();
    await query;
    await harness.until(() => harness.gateway.clients === 0);
  }
});
test.runIf(!psql?.isThere)('psql (not run: it is not installed)', () => {
  expect(spawnSync('psql').error).toBeDefined();
});
