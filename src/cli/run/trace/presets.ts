import { renderPage } from '../../../report/index.ts';
import { metricDataQueries, PRESETS, type Preset, type PresetName } from '../../../trace/index.ts';
import type { Terminal } from '../../terminal.ts';

export function printPresets(name: PresetName | undefined, terminal: Terminal): void {
  const preset = PRESETS.find((one) => one.name === name);
  terminal.out(preset === undefined ? listOf(PRESETS) : pageOf(preset));
}

function listOf(presets: readonly Preset[]): string {
  const titles = ['preset', 'what', 'quantities'];
  const rows = presets.map(({ name, what, rules }) => [
    name,
    what,
    [...new Set(rules.map(({ quantity }) => quantity))].join(', '),
  ]);
  return tableOf(titles, rows);
}

function pageOf(preset: Preset): string {
  const { what, source, rules, left, gap, from } = preset;
  const rows = rules.map(({ quantity, selector, unit, join, over }) => [
    quantity,
    from === 'prometheus' && over.length > 0 ? `${join}: ${selector}` : selector,
    unit,
  ]);
  const notes = [
    ...rules.flatMap(({ quantity, note }) => (note === null ? [] : [`${quantity}: ${note}.`])),
    ...left.map(({ metric, why }) => `Not read: ${metric}, ${why}.`),
    ...(gap === null ? [] : [`A gap means ${gap.means}: ${gap.why}.`]),
    `Source: ${source.document}, ${source.section} (${source.date}).`,
  ];
  return `${what}\n\n${tableOf(['quantity', 'metric', 'unit'], rows)}\n${notes.join('\n')}\n\n${toPaste(preset)}`;
}

/** What gives a file with all that the preset reads. */
function toPaste({ from, name, rules }: Preset): string {
  if (from === 'cloudwatch')
    return `To paste:

aws cloudwatch get-metric-data --start-time 2026-03-02T00:00:00Z \\
  --end-time 2026-03-03T00:00:00Z --output json \\
  --metric-data-queries '${metricDataQueries(rules)}' > metrics.json
tidemark trace inspect metrics.json --preset ${name} --vcpus 2
`;
  const metrics = [...new Set(rules.map(({ selector }) => selector))];
  return `To paste into a Prometheus, one query over a range each:

${metrics.join('\n')}

Or all at once, from the server itself:

tidemark trace fetch http://prometheus:9090 --preset ${name} --from 7d -o week.jsonl
`;
}

function tableOf(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const columns = titles.map((title) => ({ title, align: 'left' as const }));
  return `${renderPage([{ kind: 'table', columns, rows }], 'text')}\n`;
}
