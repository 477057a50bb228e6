import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  databaseMark,
  groupName,
  physicalName,
  readerName,
  readersName,
  roleName,
  unfinishedName,
  unfinishedPrefix,
} from '../../../src/gateway/server/names.ts';

test('the name of a database is readable', () => {
  expect(physicalName('br-misty-lake-12345678', 'neondb')).toBe('br-misty-lake-12345678/neondb');
  expect(unfinishedName('br-misty-lake-12345678', 'neondb')).toBe('tidemark:br-misty-lake-12345678/neondb');
  expect(databaseMark('br-misty-lake-12345678', 'neondb')).toBe(
    'tidemark: database of br-misty-lake-12345678: neondb',
  );
});

test('the name of a role begins with its branch, and is unique', () => {
  const branch = 'br-misty-lake-12345678';
  expect(roleName(branch, 'owner')).toBe('br-misty-lake-12345678/owner');
  expect(groupName(branch)).toBe('br-misty-lake-12345678');
  expect(readerName(branch, 'owner')).toBe('read-only:br-misty-lake-12345678/owner');
  expect(readersName(branch)).toBe('read-only:br-misty-lake-12345678');
  const role = fc.string({ unit: 'binary', minLength: 1, maxLength: 63 });
  fc.assert(
    fc.property(role, role, (one, other) => {
      const names = [groupName(branch), readersName(branch)];
      for (const name of new Set([one, other])) names.push(roleName(branch, name), readerName(branch, name));
      expect(new Set(names).size).toBe(names.length);
      for (const name of names) expect(Buffer.byteLength(name)).toBeLessThanOrEqual(63);
    }),
  );
});

test('a name that is too long keeps its start', () => {
  expect(physicalName('br-misty-lake-12345678', 'a'.repeat(63))).toBe(
    'br-misty-lake-12345678/aaaaaaaaaaaaaaaaaaaaaaa~5ac3bbfe14f200d0',
  );
  expect(unfinishedName('br-misty-lake-12345678', 'a'.repeat(63))).toContain(
    unfinishedPrefix('br-misty-lake-12345678'),
  );
});

test('every name fits, is valid text, and is unique', () => {
  const name = fc.string({ unit: 'binary', minLength: 1, maxLength: 63 });
  fc.assert(
    fc.property(name, name, (one, other) => {
      const [first, second] = [one, other].map((database) => physicalName('br-a-b-1', database));
      expect(Buffer.byteLength(first as string)).toBeLessThanOrEqual(63);
      expect(first).not.toContain('\ufffd');
      expect(first === second).toBe(one === other);
    }),
  );
});
