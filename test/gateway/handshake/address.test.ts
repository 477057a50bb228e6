import { describe, expect, test } from 'vitest';
import { endpointAddressOf, otherOptions } from '../../../src/gateway/handshake/address.ts';

describe('the compute that a client wants', () => {
  test.each([
    ['endpoint=ep-a', null, 'ep-a', false],
    ['endpoint=ep-a-pooler', null, 'ep-a', true],
    ['-c work_mem=4MB endpoint=ep-a', null, 'ep-a', false],
    ['--endpoint=ep-a', null, 'ep-a', false],
    ['', 'ep-a.localhost', 'ep-a', false],
    ['', 'ep-a-pooler.eu.example.com', 'ep-a', true],
    ['endpoint=ep-b', 'ep-a.localhost', 'ep-b', false],
  ])('is found in the options "%s" with host %s', (options, serverName, endpointId, pooled) => {
    expect(endpointAddressOf(options, serverName)).toEqual({ endpointId, pooled });
  });

  test.each([
    ['', null],
    ['', 'localhost'],
    ['-c search_path=endpoint=ep-a', null],
    ['endpoint=', null],
  ])('is missing in the options "%s" with host %s', (options, serverName) => {
    expect(endpointAddressOf(options, serverName)).toBeNull();
  });

  test('other options stay', () => {
    expect(otherOptions('-c a=b\\ c endpoint=ep-a --d=e')).toBe('-c a=b\\ c --d=e');
    expect(otherOptions('endpoint=ep-a')).toBe('');
  });
});
