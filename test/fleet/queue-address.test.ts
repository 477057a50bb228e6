import { describe, expect, test } from 'vitest';
import { queueAddress } from '../../src/fleet/queue/queue-address.ts';

describe('the address of a queue', () => {
  test('has host, port, database and prefix', () => {
    expect(queueAddress('redis://cache.internal:6380/2?prefix=team', undefined)).toEqual({
      options: { host: 'cache.internal', port: 6380, db: 2 },
      prefix: 'team',
      shown: 'redis://cache.internal:6380',
    });
    expect(queueAddress('redis://localhost', undefined)).toMatchObject({
      options: { port: 6379, db: 0 },
      prefix: 'tidemark',
    });
    expect(queueAddress('redis://[::1]:6379', undefined).options.host).toBe('::1');
  });

  test('is encrypted with rediss', () => {
    expect(queueAddress('rediss://cache.internal', undefined).options.tls).toEqual({
      servername: 'cache.internal',
    });
    expect(queueAddress('rediss://10.0.0.1', undefined).options.tls).toEqual({});
  });

  test('is shown without user and password, and takes a password from elsewhere', () => {
    const { options, shown } = queueAddress('redis://me:s%40cret@host', 'other');
    expect([options.username, options.password, shown]).toEqual(['me', 's@cret', 'redis://host']);
    expect(queueAddress('redis://host', 'other').options.password).toBe('other');
    expect(queueAddress('redis://host', '').options).not.toHaveProperty('password');
  });

  test.each([
    ['localhost:6379', 'no address'],
    ['http://localhost', 'no address'],
    ['redis://', 'no address'],
    ['redis://host/first', '‹first› is no number of a database'],
    ['redis://host?prefix=', 'the prefix is empty'],
    ['redis://host?user=me', '‹user› is no part'],
  ])('%s is refused', (text, finding) => {
    expect(() => queueAddress(text, undefined)).toThrow(finding);
  });
});
