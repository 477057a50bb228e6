import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Contents } from '../../src/service/store/store.ts';
import { Harness } from './harness.ts';
import { TextStore } from './text-store.ts';

/**
 * Snapshots of older versions. One of them saved all that this one saves; the others did not save the queries on the
 * processors, whose nominal end is over in them.
 */
const FOLDER = new URL('./older-snapshots/', import.meta.url);
const NAMES = readdirSync(FOLDER);

interface Snapshot {
  readonly contents: Contents;
}

describe.each(NAMES)('a state of an older version: %s', (name) => {
  const snapshot: Snapshot = JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'));

  it('opens from a store and goes on', async () => {
    const store = new TextStore();
    await store.write(
      Object.entries(snapshot.contents).flatMap(([table, records]) =>
        records.map((record: { readonly id: string }) => ({ table, id: record.id, record })),
      ) as unknown as Parameters<TextStore['write']>[0],
    );
    const h = await Harness.start({ store });
    h.service.turn();
    await goesOn(h);
  });

  it('is loaded as a snapshot and goes on', async () => {
    const h = await Harness.start();
    await h.control('PUT', '/snapshot', snapshot);
    await goesOn(h);
  });
});

it('scales like the version that wrote it, for which the queries of a load came evenly', async () => {
  const h = await Harness.start({ assumptions: { randomArrivals: false } });
  const snapshot = JSON.parse(readFileSync(new URL('size-on-its-way-down.json', FOLDER), 'utf8'));
  await h.control('PUT', '/snapshot', snapshot);
  const fromMs = h.now;
  const sizes: (readonly [number, number])[] = [];
  h.service.listen(({ event }) => {
    if (event.kind === 'state') sizes.push([event.atMs - fromMs, event.cu]);
  });
  h.pass(120_000);
  expect(sizes).toEqual(SIZES_THEN);
});

/** The later sizes in the older version, in milliseconds from the snapshot and in CU. */
const SIZES_THEN = [
  [2200, 2.5],
  [7200, 2.25],
  [17200, 2],
  [27200, 1.75],
  [37200, 1.5],
  [52200, 1.25],
  [67200, 1],
  [87200, 0.75],
];

/** Its queries end, its load is taken away, and its compute falls asleep. */
async function goesOn(h: Harness): Promise<void> {
  const [{ id }] = (await h.control('GET', '/computes')).computes;
  await h.control('PUT', `/computes/${id}/load`, {});
  await h.control('POST', '/clock/advance', { by: '10m' });
  expect(await h.control('GET', `/computes/${id}`)).toMatchObject({ busy: 0, current_state: 'idle' });
}
