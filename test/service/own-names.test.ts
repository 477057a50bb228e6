import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { requireOwnName } from '../../src/service/own-names.ts';
import { Harness } from './harness.ts';

const OWN = { known: ['Box', 'tidemark.example.com'], withoutDot: false };
const REMOTE = { ...OWN, withoutDot: true };

function answers(host: string, names = OWN): boolean {
  try {
    requireOwnName(names)({ headers: new Headers({ host }), url: 'http://other.example/' } as Request);
    return true;
  } catch {
    return false;
  }
}

describe('a request to a host name', () => {
  test.each([
    '127.0.0.1',
    '127.0.0.1:4010',
    '192.168.1.7:4010',
    '0x7f.1',
    '[::1]:4010',
    '[fe80::1]',
    'localhost',
    'LOCALHOST:4010',
    'localhost.',
    'ep-quiet-sea.localhost:4010',
    'box:4010',
    'tidemark.example.com',
    'Tidemark.Example.Com.:443',
  ])('is answered for "%s"', (host) => {
    expect(answers(host)).toBe(true);
  });

  test.each([
    'evil.example',
    'evil.example:4010',
    'other.tidemark.example.com',
    'tidemark.example.com.evil.example',
    'notlocalhost',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'box.evil.example',
    '127.0.0.1@evil.example',
    'evil.example#.localhost',
    'a b',
    '',
  ])('is refused for "%s"', (host) => {
    expect(answers(host)).toBe(false);
  });

  test('without a dot is answered only by a service that is open to other machines', () => {
    expect([answers('service:4010'), answers('service:4010', REMOTE)]).toEqual([false, true]);
    expect(answers('evil.example', REMOTE)).toBe(false);
  });

  test('is answered for every IP address, and for no domain that is not its own', () => {
    fc.assert(
      fc.property(
        fc.ipV4(),
        fc.ipV6(),
        fc.domain(),
        fc.integer({ min: 1, max: 65_535 }),
        (four, six, domain, port) => {
          expect(
            [four, `${four}:${port}`, `[${six}]`, `[${six}]:${port}`].map((host) => answers(host)),
          ).toEqual(Array(4).fill(true));
          expect([answers(domain), answers(`${domain}:${port}`, REMOTE)]).toEqual([false, false]);
          expect(answers(domain, { known: [domain.toUpperCase()], withoutDot: false })).toBe(true);
        },
      ),
    );
  });
});

test.each([
  '/api/v2/users/me',
  '/api/v2/openapi.json',
  '/',
  '/_tidemark/health',
  '/_tidemark/clock',
  '/nothing',
])('%s refuses foreign host names', async (path) => {
  const harness = await Harness.start({ names: OWN });
  const init = (host: string) => ({ headers: { host, authorization: `Bearer ${harness.key}` } });
  const refused = await harness.raw('GET', path, init('evil.example:4010'));
  expect([refused.status, refused.body]).toEqual([
    421,
    {
      request_id: 'request-1',
      code: 'MISDIRECTED_REQUEST',
      message:
        'the service does not answer to the name evil.example; use its address, or start it with --allow-host evil.example',
    },
  ]);
  expect(refused.headers.get('x-request-id')).toBe('request-1');
  expect(harness.logs.at(-1)).toMatchObject({ level: 'info', event: 'request', status: 421 });
  expect((await harness.raw('GET', path, init('127.0.0.1:4010'))).status).not.toBe(421);
});
