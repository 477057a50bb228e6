import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pageOf } from '../../src/service/api/list-page.ts';
import { Harness } from './harness.ts';

interface Item {
  readonly id: string;
  readonly key: number;
}

const anyItem: fc.Arbitrary<Item> = fc.record({
  id: fc.nat({ max: 60 }).map((n) => `i${n}`),
  key: fc.nat({ max: 5 }),
});

it('all pages together have each record that stays exactly once, while others come and go', () => {
  const changes = fc.array(fc.tuple(anyItem, fc.boolean()), { maxLength: 60 });
  fc.assert(
    fc.property(
      fc.uniqueArray(anyItem, { selector: ({ id }) => id, maxLength: 60 }),
      changes,
      fc.integer({ min: 1, max: 7 }),
      fc.constantFrom('asc' as const, 'desc' as const),
      (items, changes, limit, order) => {
        const there = new Map(items.map((item) => [item.id, item]));
        const touched = new Set<string>();
        const seen: string[] = [];
        const coming = [...changes];
        for (let cursor: string | undefined; ; ) {
          const page = pageOf([...there.values()], (item) => item, order, limit, cursor);
          expect(page.items.length).toBeLessThanOrEqual(limit);
          seen.push(...page.items.map(({ id }) => id));
          if (page.cursor === null) break;
          cursor = page.cursor;
          const [item, comes] = coming.shift() ?? [];
          if (item === undefined) continue;
          touched.add(item.id);
          if (!comes) there.delete(item.id);
          else if (!there.has(item.id)) there.set(item.id, item);
        }
        const stayed = items.map(({ id }) => id).filter((id) => !touched.has(id));
        expect(seen.filter((id) => !touched.has(id)).sort()).toEqual(stayed.sort());
      },
    ),
  );
});

async function walk(
  h: Harness,
  path: string,
  list: string,
  between: () => Promise<unknown>,
): Promise<string[]> {
  const seen: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const mark = path.includes('?') ? '&' : '?';
    const body = await h.ok(
      'GET',
      `${path}${mark}limit=2${cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    seen.push(...body[list].map(({ id }: { id: string }) => id));
    cursor = body.pagination?.cursor ?? body.pagination?.next;
    if (cursor === undefined) return seen;
    await between();
  }
}

it('projects are listed newest first, with none lost or repeated while others come and go', async () => {
  const h = await Harness.start();
  const ids: string[] = [];
  for (let n = 0; n < 9; n++) ids.push((await h.project()).project.id);
  const doomed = ids.slice(3, 5);
  const seen = await walk(h, '/projects', 'projects', async () => {
    await h.project();
    const id = doomed.pop();
    if (id !== undefined) await h.ok('DELETE', `/projects/${id}`);
  });
  const stayed = ids.filter((_, i) => i !== 3 && i !== 4);
  expect(seen.filter((id) => stayed.includes(id))).toEqual([...stayed].reverse());
  expect(new Set(seen).size).toBe(seen.length);
});

it('branches and operations come page by page', async () => {
  const h = await Harness.start();
  const { project } = await h.project();
  const path = `/projects/${project.id}`;
  for (let n = 0; n < 6; n++) await h.ok('POST', `${path}/branches`, { endpoints: [{ type: 'read_write' }] });
  const all = await h.ok('GET', `${path}/branches?sort_by=created_at`);
  const another = () => {
    h.pass(1000);
    return h.ok('POST', `${path}/branches`, {});
  };
  const branches = await walk(h, `${path}/branches?sort_by=created_at`, 'branches', another);
  expect(branches).toEqual(all.branches.map(({ id }: { id: string }) => id));
  const { operations } = await h.ok('GET', `${path}/operations`);
  const walked = await walk(h, `${path}/operations`, 'operations', another);
  expect(walked).toEqual(operations.map(({ id }: { id: string }) => id));
});

it.each(['', 'x', 'bnVsbA', 'W10', 'WzEsMl0', 'eyJhIjoxfQ'])('%j is refused as a cursor', async (cursor) => {
  const h = await Harness.start();
  const { status, body } = await h.call('GET', `/projects?cursor=${cursor}`);
  expect([status, body.message]).toEqual([422, expect.stringContaining('cursor')]);
});

it.each(['0', '-1', '401', '1.5', 'all', '1e2', ''])('%j is refused as a limit', async (limit) => {
  const h = await Harness.start();
  expect((await h.call('GET', `/projects?limit=${limit}`)).status).toBe(422);
});
