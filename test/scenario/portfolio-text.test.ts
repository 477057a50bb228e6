import fc from 'fast-check';
import { expect, test } from 'vitest';
import { portfolioText, readDocument, readPortfolio } from '../../src/scenario/index.ts';

test('a written list is read as it was', () => {
  // fast-check's own set of all characters takes seconds to make.
  const unit = fc.oneof(
    fc.constantFrom(...'"\\#:-\n\t \u0000\u007f\u0085\u2028\ufeff'),
    fc.integer({ min: 0x20, max: 0xd7ff }).map((code) => String.fromCharCode(code)),
  );
  const text = fc.string({ unit, minLength: 1, maxLength: 60 });
  const database = fc.record({
    name: text,
    project: text,
    plan: fc.constantFrom('free', 'launch', 'scale', null),
    current: fc.constant('0.25-2, 5m'),
    file: text,
  });
  fc.assert(
    fc.property(
      fc.array(text),
      fc.uniqueArray(database, { minLength: 1, maxLength: 5, selector: ({ name }) => name }),
      (comments, databases) => {
        const entries = readPortfolio(readDocument(portfolioText(comments, databases), 'list.yaml'));
        expect(
          entries.map(({ name, project, plan, current, file }) => ({ name, project, plan, current, file })),
        ).toEqual(databases);
      },
    ),
  );
});
