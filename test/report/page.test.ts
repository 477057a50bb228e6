import { describe, expect, test } from 'vitest';
import { renderPage } from '../../src/report/index.ts';
import { run } from '../cli/run.ts';

const files = {
  'one.yaml': `why: Who gets in?
horizon: 26h
compute: { size: 0.25, suspendAfter: 5m, workingSet: 1GB }
demand:
  - { kind: cron, at: "30 * * * *", sessions: 200, query: { cpu: 5ms, wait: 400ms, pages: 10 } }
passThrough: [{ name: storage, perMonth: 12.5 }]
`,
  'many.yaml': `why: What do they cost?
horizon: 2h
plan: launch
computes:
  - { name: "a|b", copies: 30, demand: [{ kind: poller, every: 10m }] }
`,
  'databases.yaml': `databases:
  - { name: "__a__ *b* <img src=x> [c](d) \`e\` |", file: one.yaml, current: "0.25-2, 5m" }
  - { name: two, file: gone.yaml }
`,
  'samples.json':
    '[{"load1":40,"load5":40,"memoryUsageBytes":1e9,"workingSetPages":[]},{"load1":1,"load5":2},{}]',
};

/** A name from outside that must not act as markup. */
const ODD = '__a__ *b* <img src=x> [c](d) `e` |';

/** In any order, because cells of text wrap. */
const numbers = (page: string) => page.match(/\d[\d.]*/g)?.sort();

describe('Markdown says the same as text', () => {
  test.each([
    ['simulate', 'one.yaml'],
    ['simulate', 'many.yaml'],
    ['explain', 'samples.json', '--min', '0.25', '--max', '4'],
    ['sizes', '--min', '0.25', '--max', '4'],
    ['plan', 'one.yaml', '--highest', '1', '--only', 'fixed', '--timeouts', '5m'],
    ['plan', 'one.yaml', '--highest', '1', '--only', 'fixed', '--objective', 'budget=0.01'],
    ['plan', 'databases.yaml', '--highest', '1', '--only', 'fixed', '--timeouts', '5m'],
    ['compare', 'one.yaml', '--configuration', '0.5, 5m'],
  ])('%s %s', async (...args) => {
    const [text, markdown] = [await run(args, files), await run([...args, '--format', 'markdown'], files)];
    // One file of the list is missing.
    if (args[1] === 'databases.yaml') expect(text.code).toBe(2);
    else expect(text.code).toBeLessThan(2);
    expect([markdown.code, markdown.err]).toEqual([text.code, text.err]);
    expect(numbers(markdown.out)).toEqual(numbers(text.out));
    expect(markdown.out).not.toBe(text.out);
  });

  test.each(['simulate one.yaml', 'explain samples.json', 'statechart', 'statechart --table', 'sizes'])(
    '%s: --json means --format json, whatever other flags say',
    async (line) => {
      const args = line.split(' ');
      const { out } = await run([...args, '--json'], files);
      expect((await run([...args, '--format', 'json'], files)).out).toBe(out);
      expect((await run([...args, '--json', '--format', 'markdown'], files)).out).toBe(out);
      expect(() => JSON.parse(out)).not.toThrow();
    },
  );

  test('a simulation has tables as GitHub draws them', async () => {
    const { out } = await run(['simulate', 'many.yaml', '--full', '--format', 'markdown'], files);
    expect(out).toContain('| compute | CU | CU-hours | cost | awake | wakes | errors |\n| --- | ---: |');
    expect(out).toContain('\n| a\\|b 1 | 0.25-2 | ');
    expect(out).toContain('\n| and 10 more |  |  |  |  |  |  |\n');
  });

  test('names of databases are escaped', async () => {
    const args = ['plan', 'databases.yaml', '--highest', '1', '--only', 'fixed', '--timeouts', '5m'];
    const { out } = await run([...args, '--format', 'markdown'], files);
    expect(out).toContain('| \\_\\_a\\_\\_ \\*b\\* \\<img src=x> \\[c](d) \\`e\\` \\| | 0.25-2, 5m |');
    expect((await run(args, files)).out).toContain(`- ${ODD}: `);
  });

  test('the statechart is a diagram, and its table is one table for each state', async () => {
    expect((await run(['statechart', '--format', 'markdown'])).out).toMatch(
      /^```mermaid\nstateDiagram-v2\n[\s\S]*\n```\n$/,
    );
    const { out } = await run(['statechart', '--table', '--format', 'markdown']);
    expect(out).toContain('## active (current_state active)\n\n| event | when | next | actions |\n');
    expect(out).toContain('| autoscale |  | stays | resizeInPlace |');
  });
});

test('each kind of block has both forms', () => {
  const page = [
    { kind: 'heading', text: 'What?', under: 'Then.' },
    { kind: 'figures', title: 'main', figures: [['CPU', 'little']] },
    { kind: 'list', title: 'Errors:', items: [{ text: 'one', under: ['"why"'] }, { text: 'two' }] },
    { kind: 'picture', lines: ['|##|'] },
    {
      kind: 'table',
      title: 'Rows',
      columns: [
        { title: 'events', align: 'left', width: 9 },
        { title: 'n', align: 'right' },
      ],
      rows: [['start, stop, end', '12']],
    },
    { kind: 'notes', texts: ['a', 'b'] },
    { kind: 'paragraph', text: 'End.' },
  ] as const;
  expect(renderPage(page, 'text')).toBe(
    `What?
Then.

main
  CPU           little

Errors:
  - one
    "why"
  - two

  |##|

Rows
events      n
start,     12
stop, end

a
b

End.`,
  );
  expect(renderPage(page, 'markdown')).toBe(
    `# What?

Then.

## main

|  |  |
| --- | --- |
| CPU | little |

**Errors:**

- one
  "why"
- two

\`\`\`text
|##|
\`\`\`

## Rows

| events | n |
| --- | ---: |
| start, stop, end | 12 |

a

b

End.`,
  );
});
