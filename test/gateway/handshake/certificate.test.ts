import { createPrivateKey, X509Certificate } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { selfSigned } from '../../../src/gateway/handshake/certificate.ts';
import { encryptionBy } from '../../../src/gateway/handshake/encryption.ts';

describe('the certificate', () => {
  const nowMs = Date.UTC(2026, 10, 21, 12);
  const pem = selfSigned(nowMs, new Uint8Array([0xff, 2, 3, 4, 5, 6, 7, 8]));
  const certificate = new X509Certificate(pem.slice(pem.indexOf('-----BEGIN CERTIFICATE')));

  test('is signed by its own key, for this machine and the host names of computes', () => {
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(certificate.checkPrivateKey(createPrivateKey(pem))).toBe(true);
    expect(certificate.checkHost('localhost')).toBe('localhost');
    expect(certificate.checkIP('127.0.0.1')).toBe('127.0.0.1');
    expect(certificate.subjectAltName).toContain('DNS:*.localhost');
    expect(certificate.serialNumber).toBe('01FF02030405060708');
  });

  test('is valid from the day before for ten years, in both encodings of dates', () => {
    expect(Date.parse(certificate.validFrom)).toBe(nowMs - 86_400_000);
    expect(Date.parse(certificate.validTo)).toBe(Date.UTC(2036, 10, 21, 12));
    const later = selfSigned(Date.UTC(2045, 0, 1), new Uint8Array(8));
    const read = new X509Certificate(later.slice(later.indexOf('-----BEGIN CERTIFICATE')));
    expect(Date.parse(read.validTo)).toBe(Date.UTC(2055, 0, 1));
  });

  test('is accepted by TLS', () => {
    expect(() => encryptionBy(pem)).not.toThrow();
  });
});
