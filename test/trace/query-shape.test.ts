import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { queryShape } from '../../src/trace/postgres-log/query-shape.ts';

describe('the shape of a query', () => {
  test.each([
    [
      "SELECT * FROM Orders WHERE id = 42 AND name = 'O''Hara';",
      'select * from orders where id = ? and name = ?',
    ],
    ['select\n\t a , b\r\nfrom t  ', 'select a , b from t'],
    ['select 1.5e-3, .5, -7, a-7, a - 7, t1.c2, $1', 'select ?, a-?, a - ?, t1.c2, ?'],
    ["select E'it\\'s', B'01', $$a'b$$, $q$a$$b$q$, x", 'select ?, x'],
    ['select "Big Name", \'x\' -- why\nfrom /* note: 1 */ t', 'select "Big Name", ? from t'],
    ['insert into t values (1, 2), (3, 4)', 'insert into t values (?)'],
    ['select * from t where id in (1,2, 3)', 'select * from t where id in (?)'],
    ["/*application='web',trace='9'*/ select 1", 'select ?'],
    ['select a+ -1234', 'select a+ ?'],
    ["select 'not closed", 'select ?'],
    ['select 0xff, 1_000', 'select ?'],
    ['', ''],
  ])('%s', (text, shape) => {
    expect(queryShape(text)).toBe(shape);
  });

  test('does not depend on constants, and has itself as its shape', () => {
    const constant = fc.oneof(
      fc.nat().map(String),
      fc.integer().map((n) => `-${Math.abs(n)}.5`),
      fc.string().map((text) => `'${text.replaceAll("'", "''")}'`),
    );
    fc.assert(
      fc.property(constant, constant, (a, b) => {
        const of = (one: string) => queryShape(`select f(${one}) from t where k = ${one} limit 5`);
        expect(of(a)).toBe(of(b));
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'aE$\'"-/* 1.,;?\n\\') }), (text) => {
        const shape = queryShape(text);
        expect(queryShape(shape).length).toBeLessThanOrEqual(shape.length);
      }),
    );
  });
});
