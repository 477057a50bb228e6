import fc from 'fast-check';
import { expect, test } from 'vitest';
import { portfolioText, readDocument, readPortfolio } from '../../src/scenario/index.ts';

test('a written list is read as it was', () => {
  const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 60 });
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
