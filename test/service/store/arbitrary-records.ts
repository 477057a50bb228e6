import fc from 'fast-check';
import type { TableName } from '../../../src/service/records/records.ts';
import { columnsOf } from '../../../src/service/store/columns.ts';
import type { RecordWrite } from '../../../src/service/store/store.ts';

/** Changes to a few records of any tables, several to one record among them. Values are any that a column can hold. */
export function arbitraryChanges(tables: readonly TableName[]): fc.Arbitrary<readonly RecordWrite[]> {
  return fc.array(fc.oneof(...tables.map(changeOf)), { maxLength: 12 });
}

// PostgreSQL has no NUL in texts; everything else is welcome.
const character = fc.oneof(
  fc.constantFrom("'", '"', '\\', '$1', '{', 'é', '🜁', '\u2028', '\n'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }).filter((one) => one !== '\0'),
);
const text = fc.string({ unit: character, maxLength: 12 });

const VALUES: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  text,
  bigint: fc.oneof(fc.maxSafeInteger(), fc.integer({ min: 1_700_000_000_000, max: 2_000_000_000_000 })),
  'double precision': fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
  boolean: fc.boolean(),
  // Through JSON once, for it has no negative zero.
  jsonb: fc
    .jsonValue({ stringUnit: character })
    .map((value) => ({ value: JSON.parse(JSON.stringify(withPlainKeys(value))) })),
};

/** In Node 24 and 26, JSON.parse takes one escaped character of a key for another, if it has parsed similar keys. */
function withPlainKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withPlainKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key.replaceAll(/["\\\p{Cc}]/gu, ''), withPlainKeys(inner)]),
  );
}

function changeOf(table: TableName): fc.Arbitrary<RecordWrite> {
  const fields = columnsOf(table).map(({ field, type, nullable }) => {
    const value = VALUES[type] as fc.Arbitrary<unknown>;
    return [field, nullable ? fc.option(value) : value] as const;
  });
  const id = fc.constantFrom('1', '2', 'Ω', 'a', 'B', '🜁', '\uffff');
  return fc
    .tuple(id, fc.option(fc.record(Object.fromEntries(fields)), { freq: 4 }))
    .map(
      ([id, values]) =>
        ({ table, id, record: values && { ...values, ...unique(table, id), id } }) as RecordWrite,
    );
}

function unique(table: TableName, id: string): object {
  return table === 'keys' ? { hash: `hash of ${id}` } : table === 'endpoints' ? { branchId: `br-${id}` } : {};
}
