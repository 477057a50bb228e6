import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TABLE_NAMES, type TableName } from '../../../src/service/records/records.ts';
import type { Contents, RecordWrite, Store } from '../../../src/service/store/store.ts';
import { arbitraryChanges } from './arbitrary-records.ts';
import { endpointRecord, operationRecord, projectRecord } from './samples.ts';

/** The properties of each store that keeps data. `tried` is how often random changes are tried. */
export function storeContract(open: () => Promise<Store>, tried: { readonly numRuns: number }): void {
  let store: Store;
  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.close());

  const reopen = async () => {
    await store.close();
    store = await open();
  };
  const clear = async () => store.write(removals(await store.load()));

  test('a new store is empty', async () => {
    expect(await store.load()).toEqual(EMPTY);
  });

  test('nothing to write is nothing written', async () => {
    await store.write([]);
    expect(await store.load()).toEqual(EMPTY);
  });

  test('what was written is read, of several changes to one record the last', async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitraryChanges(TABLE_NAMES),
        arbitraryChanges(TABLE_NAMES),
        async (first, second) => {
          await store.write([...removals(await store.load()), ...first]);
          await store.write(second);
          expect(await store.load()).toEqual(outcome([...first, ...second]));
        },
      ),
      tried,
    );
  });

  test('what was written is read by the next who opens it', async () => {
    const before = await store.load();
    await reopen();
    expect(await store.load()).toEqual(before);
    await clear();
  });

  test('a batch that breaks a promise leaves nothing', async () => {
    const kept = projectRecord('p-1');
    const primary = endpointRecord('ep-1', 'br-1');
    await store.write([put('projects', kept), put('endpoints', primary)]);
    const before = await store.load();

    const another = [
      put('projects', { ...kept, name: 'other' }),

      put('endpoints', endpointRecord('ep-2', 'br-1')),
    ];
    await expect(store.write(another)).rejects.toThrow('one_primary_a_branch');
    await expect(store.write(another.slice(1))).rejects.toThrow('one_primary_a_branch');
    const unkept = [
      put('projects', projectRecord('p-2')),
      put('projects', projectRecord('p-3', 'with a \0')),
    ];
    await expect(store.write(unkept)).rejects.toThrow();
    expect(await store.load()).toEqual(before);
    await clear();
  });

  test('computes may swap their branches, and a new one take the place of one that goes', async () => {
    await store.write([
      put('endpoints', endpointRecord('a', 'br-1')),
      put('endpoints', endpointRecord('b', 'br-2')),
    ]);
    const changes = [
      put('endpoints', endpointRecord('c', 'br-3')),
      put('endpoints', endpointRecord('a', 'br-2')),
      put('endpoints', endpointRecord('b', 'br-1')),
    ];
    await store.write(changes);
    await store.write([
      put('endpoints', endpointRecord('d', 'br-3')),
      { table: 'endpoints', id: 'c', record: null },
    ]);
    expect((await store.load()).endpoints.map(({ id, branchId }) => [id, branchId])).toEqual([
      ['a', 'br-2'],
      ['b', 'br-1'],
      ['d', 'br-3'],
    ]);
    await clear();
  });

  test('writes that are not waited for come one after the other', async () => {
    const names = Array.from({ length: 50 }, (_, number) => `name ${number}`);
    await Promise.all(
      names.map((name) =>
        store.write([put('projects', projectRecord('p-1', name)), put('operations', operationRecord(1))]),
      ),
    );
    expect((await store.load()).projects).toEqual([projectRecord('p-1', 'name 49')]);
    await clear();
  });

  test('many records are read in the order of their ids', async () => {
    const many = Array.from({ length: 25_000 }, (_, number) => operationRecord(number));
    await store.write(many.toReversed().map((record) => put('operations', record)));
    expect((await store.load()).operations).toEqual(many);
    await clear();
    expect(await store.load()).toEqual(EMPTY);
  });

  test('a closed store takes nothing more, and may be closed again', async () => {
    await store.close();
    await expect(store.write([put('projects', projectRecord('p-1'))])).rejects.toThrow();
    await store.close();
  });
}

export function put(table: TableName, record: NonNullable<RecordWrite['record']>): RecordWrite {
  return { table, id: record.id, record };
}

export const EMPTY = Object.fromEntries(TABLE_NAMES.map((table) => [table, []]));

function removals(contents: Contents): RecordWrite[] {
  return TABLE_NAMES.flatMap((table) => contents[table].map(({ id }) => ({ table, id, record: null })));
}

function outcome(changes: readonly RecordWrite[]): Record<string, unknown> {
  return Object.fromEntries(
    TABLE_NAMES.map((table) => {
      const records = new Map(
        changes.filter((one) => one.table === table).map(({ id, record }) => [id, record]),
      );
      const kept = [...records.values()].filter((record) => record !== null);
      return [table, kept.sort((a, b) => Buffer.compare(Buffer.from(a.id), Buffer.from(b.id)))];
    }),
  );
}
