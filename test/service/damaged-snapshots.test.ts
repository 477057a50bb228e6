import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../runs.ts';
import { Harness } from './harness.ts';
import { TextStore } from './text-store.ts';
import { act, anyDoing } from './worlds.ts';

interface Damage {
  readonly at: number;
  readonly to: unknown;
}

const anyDamage: fc.Arbitrary<Damage> = fc.record({
  at: fc.nat({ max: 1_000_000 }),
  to: fc.oneof(
    fc.constantFrom<unknown>(
      undefined,
      null,
      true,
      false,
      -1,
      0,
      1,
      0.5,
      1e15,
      1e308,
      -1e15,
      'x',
      '',
      [],
      {},
    ),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  ),
});

/** Changes one value somewhere in a document, or takes it away. */
function damage(document: object, { at, to }: Damage): void {
  const places: { readonly holder: Record<string, unknown>; readonly key: string }[] = [];
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return;
    for (const key of Object.keys(value)) {
      places.push({ holder: value as Record<string, unknown>, key });
      visit((value as Record<string, unknown>)[key]);
    }
  };
  visit(document);
  const place = places[at % places.length];
  if (place !== undefined) place.holder[place.key] = to;
}

/** A setting, a value, a reference and a live state that no service saves. */
const DAMAGES: readonly (readonly [string, (contents: Writable) => void])[] = [
  ['the setting clock has a valid value', ({ settings }) => set(settings, 'clock', 'value', 'noon')],
  ['plan of users USER has a valid value', ({ users }) => set(users, null, 'plan', 'gold')],
  ['project nowhere is there', ({ branches }) => set(branches, null, 'projectId', 'nowhere')],
  ['live of ENDPOINT is a valid state; found life: ', ({ endpoints }) => set(endpoints, null, 'live', {})],
];

test.each(DAMAGES)(
  'a damaged store and a damaged snapshot are refused with the same error: %s',
  async (finding, damaged) => {
    const store = new TextStore();
    const h = await Harness.start({ store });
    const { endpoints } = await h.project();
    const snapshot = await h.control('GET', '/snapshot');
    damaged(snapshot.contents);
    const words = finding.replace('USER', snapshot.contents.users[0].id).replace('ENDPOINT', endpoints[0].id);
    const { status, body } = await h.controlCall('PUT', '/snapshot', snapshot);
    expect([status, body.message]).toEqual([422, expect.stringContaining(words)]);
    await store.write(
      Object.entries(snapshot.contents as Writable).flatMap(([table, records]) =>
        records.map((record) => ({ table, id: record.id, record })),
      ) as unknown as Parameters<TextStore['write']>[0],
    );
    await expect(h.reopened(store)).rejects.toThrow(
      new RegExp(`^broken invariant: text holds what a service saves: ${words}`),
    );
  },
);

type Writable = Record<string, Record<string, unknown>[]>;

function set(
  records: Record<string, unknown>[] | undefined,
  id: string | null,
  field: string,
  to: unknown,
): void {
  const record = records?.find((one) => id === null || one.id === id);
  if (record === undefined) throw new Error('the record is there');
  record[field] = to;
}

test('a damaged snapshot is refused, or the service goes on from it', async () => {
  const plan = fc.array(anyDoing, { minLength: 2, maxLength: 10 });
  const damages = fc.array(fc.array(anyDamage, { minLength: 1, maxLength: 2 }), {
    minLength: 10,
    maxLength: 10,
  });
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(plan, damages, async (doings, rounds) => {
      const h = await Harness.start();
      await h.project();
      for (const doing of doings) await act(h, doing);
      const whole = await h.control('GET', '/snapshot');
      for (const round of rounds) {
        const snapshot = structuredClone(whole);
        for (const one of round) damage(snapshot.contents, one);
        const { status, body } = await h.controlCall('PUT', '/snapshot', snapshot);
        expect([200, 422], JSON.stringify([round, body])).toContain(status);
        if (status !== 200) continue;
        taken++;
        for (const by of ['7s', '10m', '2h']) await h.control('POST', '/clock/advance', { by });
        await h.control('GET', '/computes');
        await h.control('GET', '/snapshot');
        expect(
          (
            await h.raw('GET', '/api/v2/projects?limit=400', {
              headers: { authorization: `Bearer ${h.key}` },
            })
          ).status,
        ).toBeLessThan(500);
      }
      await h.control('POST', '/reset');
    }),
    runs(20, 100),
  );
  expect(taken).toBeGreaterThan(0);
});
