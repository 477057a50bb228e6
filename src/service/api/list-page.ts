import { invalid } from '../api-error.ts';

/** A place in a sorted list: the sort key, and the id, which decides between equal keys. */
interface ListPlace {
  readonly key: string | number;
  readonly id: string;
}

interface ListPage<T> {
  readonly items: readonly T[];
  /** Where the next page begins; null if this page is empty. */
  readonly cursor: string | null;
}

/**
 * Sorts a list by its places and returns one page of it. A cursor is the last place of the previous page, so a page is
 * right even if that record has been deleted meanwhile.
 */
export function pageOf<T>(
  items: readonly T[],
  placeOf: (item: T) => ListPlace,
  order: 'asc' | 'desc',
  limit: number,
  cursor: string | undefined,
): ListPage<T> {
  const sign = order === 'asc' ? 1 : -1;
  const placed = items
    .map((item) => ({ item, place: placeOf(item) }))
    .sort((a, b) => sign * compare(a.place, b.place));
  const after = cursor === undefined ? null : readCursor(cursor);
  const rest = after === null ? placed : placed.filter(({ place }) => sign * compare(place, after) > 0);
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  return { items: page.map(({ item }) => item), cursor: last === undefined ? null : writeCursor(last.place) };
}

function compare(a: ListPlace, b: ListPlace): number {
  if (a.key !== b.key) return a.key < b.key ? -1 : 1;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

function writeCursor({ key, id }: ListPlace): string {
  return Buffer.from(JSON.stringify([key, id])).toString('base64url');
}

function readCursor(cursor: string): ListPlace {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(parsed)) {
      const [key, id] = parsed as unknown[];
      if ((typeof key === 'string' || typeof key === 'number') && typeof id === 'string') return { key, id };
    }
  } catch {
    // The text is no JSON. The error below is the same for every text that is no cursor.
  }
  throw invalid('cursor: this service did not give that one; leave it out to get the first page');
}
