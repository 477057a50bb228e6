import { createHash, createHmac, pbkdf2Sync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { challenge, verifierOf } from '../../../src/gateway/wire/scram.ts';

describe('SCRAM-SHA-256', () => {
  test('reproduces the exchange in RFC 7677', () => {
    const verifier = verifierOf('pencil', Buffer.from('W22ZaJ0SNY7soEsUEjb6gQ==', 'base64'));
    const asked = challenge('n,,n=user,r=rOprNGfwEbeRWgbNEkqO', verifier, '%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0');
    expect(asked?.message).toBe(
      'r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096',
    );
    expect(
      asked?.check(
        'c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=',
      ),
    ).toBe('v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=');
  });

  test('accepts the right password and no other', () => {
    const salt = Buffer.alloc(16, 7);
    const verifier = verifierOf('right', salt);
    const word = fc.stringMatching(/^[a-z]{1,8}$/);
    fc.assert(
      fc.property(
        fc.oneof(fc.constant('right'), word),
        word,
        fc.constantFrom('n', 'y'),
        (password, nonce, flag) => {
          const asked = challenge(`${flag},,n=,r=${nonce}`, verifier, 'server');
          const answer = proofOf(password, salt, flag, `n=,r=${nonce}`, asked?.message ?? '');
          expect(asked?.check(answer) !== null).toBe(password === 'right');
        },
      ),
      { numRuns: 40 },
    );
  });

  test('refuses an answer to another challenge, or with another header', () => {
    const salt = Buffer.alloc(16, 7);
    const verifier = verifierOf('right', salt);
    const first = challenge('n,,n=,r=abc', verifier, 'one');
    const second = challenge('n,,n=,r=abc', verifier, 'two');
    const answer = proofOf('right', salt, 'n', 'n=,r=abc', first?.message ?? '');
    expect(first?.check(answer)).toMatch(/^v=/);
    expect(second?.check(answer)).toBeNull();
    expect(first?.check(answer.replace('c=biws', 'c=eSws'))).toBeNull();
  });

  test('ends the exchange after any other text, without an exception', () => {
    const verifier = verifierOf('right', Buffer.alloc(16));
    for (const first of ['', 'n', 'n,,', 'p=tls-unique,,n=,r=a', 'n,,n=,r=', 'n,,m=x,n=,r=a', 'x,,n=,r=a'])
      expect(challenge(first, verifier, 'nonce'), first).toBeNull();
    fc.assert(
      fc.property(fc.string(), fc.string(), (first, answer) => {
        challenge(first, verifier, 'nonce');
        expect(challenge('n,,n=,r=a', verifier, 'nonce')?.check(answer)).toBeNull();
      }),
    );
  });
});

/** The client's half, written down apart from the code that it tests. */
function proofOf(password: string, salt: Buffer, flag: string, bare: string, asked: string): string {
  const salted = pbkdf2Sync(password, salt, 4096, 32, 'sha256');
  const clientKey = createHmac('sha256', salted).update('Client Key').digest();
  const storedKey = createHash('sha256').update(clientKey).digest();
  const nonce = /^r=([^,]*)/.exec(asked)?.[1];
  const withoutProof = `c=${Buffer.from(`${flag},,`).toString('base64')},r=${nonce}`;
  const signature = createHmac('sha256', storedKey).update(`${bare},${asked},${withoutProof}`).digest();
  const proof = Buffer.from(clientKey.map((byte, i) => byte ^ (signature[i] as number)));
  return `${withoutProof},p=${proof.toString('base64')}`;
}
