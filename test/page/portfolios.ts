import { readResultDocument } from '../../src/picture/index.ts';
import { pageOf } from './pages.ts';

const configuration = (minCu: number, maxCu: number) => ({
  size: { minCu, maxCu },
  suspendAfterMs: null,
  route: 'direct',
});

/** A document about this many databases of several projects and teams. The last one has no data. */
export function portfolio(count: number, name = (i: number) => `db-${i}`) {
  const listed = (i: number) => ({
    name: name(i),
    project: `project-${i % 7}`,
    file: `${i}.csv`,
    tags: i % 2 === 0 ? { team: `team-${i % 3}` } : {},
    member: `fleet.yaml#project-${i % 7}/${name(i)}`,
  });
  const databases = Array.from({ length: count - 1 }, (_, i) => ({
    ...listed(i),
    severity: ['wasteful', 'fine', 'at risk'][i % 3],
    reasonCodes: i % 3 === 0 ? ['never-sleeps', 'oversized-minimum'] : [],
    costNow: 1000 - (i % 100),
    costThen: i % 5 === 0 ? null : 10 + (i % 10),
    saving: i % 5 === 0 ? null : 990 - (i % 100) - (i % 10),
    current: { configuration: configuration(1, 2), broken: [{ objective: 'throttled' }] },
    recommendation: { configuration: configuration(0.25, 2), broken: [] },
  }));
  return readResultDocument(
    {
      schema: 'tidemark/portfolio-plan',
      version: 3,
      currency: 'USD',
      totals: { compared: count - 1, costNow: 1, costThen: 1, saving: 0 },
      databases,
      problems: [
        {
          ...listed(count - 1),
          severity: 'no data',
          reasonCodes: ['no-values'],
          problems: [{ place: { file: 'x.csv' }, found: 'the file is empty', remedy: 'check it' }],
        },
      ],
      page: [
        { kind: 'heading', text: `${count} databases` },
        {
          kind: 'table',
          columns: [{ title: 'database', align: 'left' }],
          rows: databases.slice(0, 100).map((one) => [one.name]),
        },
      ],
    } as never,
    'portfolio.json',
  );
}

export const portfolioPage = (count: number, name?: (i: number) => string) => pageOf(portfolio(count, name));
