import { metricDataQueries, type Preset, type Rule } from '../../trace/index.ts';
import { type PageBlock, renderPage } from '../page/page.ts';

/** All presets, a line each. */
export function presetList(presets: readonly Preset[], width: number): string {
  const items = presets.map(({ name, what, rules }) => ({
    text: `${name}: ${what}`,
    under: [[...new Set(rules.map(({ quantity }) => quantity))].join(', ')],
  }));
  return renderPage([{ kind: 'list', title: 'Presets, and what each reads:', items }], 'text', width);
}

/** Shows the columns that a preset reads, those that it leaves out, and the queries to paste that export them. */
export function presetPage(preset: Preset, width: number): string {
  const { what, source, rules, unread, gap } = preset;
  const read: PageBlock = {
    kind: 'list',
    title: 'Read (of each quantity, the first that the data have):',
    items: rules.map((rule) => ({
      text: `${rule.quantity}, ${rule.unit}: ${wordsOf(rule)}`,
      under: rule.note === null ? [] : [rule.note],
    })),
  };
  const notRead: PageBlock = {
    kind: 'list',
    title: 'Not read:',
    items: unread.map(({ metric, why }) => ({ text: metric, under: [why] })),
  };
  const facts = [
    ...(gap === null ? [] : [`A gap means ${gap.means}: ${gap.why}.`]),
    `Source: ${source.document}, ${source.section} (${source.date}).`,
  ];
  const blocks: PageBlock[] = [
    { kind: 'heading', text: what },
    read,
    notRead,
    { kind: 'notes', texts: facts },
    ...exportBlocks(preset),
  ];
  return renderPage(blocks, 'text', width);
}

/** CloudWatch has a metric for each database, so nothing is aggregated. */
function wordsOf({ selector, join, over }: Rule): string {
  return over.length === 0 ? selector : `${join}(${selector})`;
}

/** The commands that export all that the preset reads. */
function exportBlocks({ from, name, rules }: Preset): PageBlock[] {
  if (from === 'cloudwatch')
    return [
      { kind: 'paragraph', text: 'To paste, with the name of the database in place of NAME:' },
      {
        kind: 'picture',
        lines: [
          'aws cloudwatch get-metric-data --output json \\',
          '  --start-time 2026-03-02T00:00:00Z --end-time 2026-03-03T00:00:00Z \\',
          `  --metric-data-queries '${metricDataQueries(rules)}' > metrics.json`,
          `tidemark trace inspect metrics.json --preset ${name} --vcpus 2`,
        ],
      },
    ];
  if (from === 'export')
    return [
      { kind: 'paragraph', text: 'To paste, once a file of metrics is exported:' },
      { kind: 'picture', lines: [`tidemark trace inspect metrics.csv --preset ${name} --vcpus 2`] },
    ];
  return [
    { kind: 'paragraph', text: 'To paste into a Prometheus, a query over a range each:' },
    { kind: 'picture', lines: [...new Set(rules.map(({ selector }) => selector))] },
    { kind: 'paragraph', text: 'Or all at once, from the server itself:' },
    {
      kind: 'picture',
      lines: [`tidemark trace fetch http://prometheus:9090 --preset ${name} --from 7d -o a.jsonl`],
    },
  ];
}
