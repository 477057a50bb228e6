import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FIDELITY, type Fidelity } from './fidelity-models.ts';

const root = new URL('../../', import.meta.url);
const PAGE = new URL('docs/fidelity.md', root);

test.each(FIDELITY.flatMap(({ evidence }) => [...evidence]))('%s has a test of: %s', (file, title) => {
  expect(readFileSync(new URL(`test/${file}`, root), 'utf8')).toContain(title);
});

test('docs/fidelity.md is generated from the list of models', () => {
  const page = pageOf(FIDELITY);
  if (process.env.WRITE_DOCS === '1') writeFileSync(PAGE, page);
  expect(readFileSync(PAGE, 'utf8')).toBe(page);
});

function pageOf(models: readonly Fidelity[]): string {
  const foreword = `# How near the models are to the service

No model was compared with the running service. The models of processors, connections, scaling and sleep were
[compared with a PostgreSQL server](reality.md) whose processors were limited. Facts come from the service's
documentation, its published code, and measurements of others. Tests show that a model does what this page says, not
that the service does the same. To compare the models with the service, [check](check.md) them against your own bill or
metrics.

For each model, this page says what the model assumes, where the assumptions come from, which tests hold the model to
them, and where it is known to fall short. [Models](models.md) has the names under which you can set assumptions.
[Accuracy](accuracy.md) says how good plans have been for a time that they had not seen.

This page is written by \`npm run docs\` from \`test/project/fidelity-models.ts\`.
`;
  return [foreword, ...models.map(sectionOf)].join('\n');
}

function sectionOf({ model, assumes, source, evidence, gap }: Fidelity): string {
  const tests = evidence.map(
    ([file, title]) => `  - [${file}](../test/${file}): ${title.replaceAll('%s', '…')}`,
  );
  return `## ${model}

- **Assumes.** ${assumes}
- **From.** ${source}
- **Held by.**
${tests.join('\n')}
- **Known gap.** ${gap}
`;
}
