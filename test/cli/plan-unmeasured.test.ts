import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { goldenPlans } from './golden-plans.ts';
import { runFull as run } from './run.ts';

const root = new URL('../../', import.meta.url);
const plans = ['./plan-goldens/', '../slow/plan-goldens/'].flatMap((folder) => {
  const url = new URL(folder, import.meta.url);
  return goldenPlans(url).map((plan) => ({ ...plan, text: readFileSync(new URL(plan.name, url), 'utf8') }));
});

interface Row {
  readonly name: string;
  readonly isMeasured: boolean;
  readonly basis: string;
}

/** The rows of the table of objectives. Empty if there is no recommendation or no plan. */
function objectiveRows(text: string): Row[] {
  const lines = text.split('\n');
  const from = lines.findIndex((line) => line.startsWith('Objective '));
  if (from === -1) return [];
  return lines.slice(from + 1, lines.indexOf('', from)).flatMap((line) => {
    // A line that begins with a space continues the row above.
    if (line.startsWith(' ')) return [];
    const words = line.split(/ +/);
    return [
      { name: words[0] ?? '', isMeasured: !line.includes(' not measured '), basis: words.at(-1) ?? '' },
    ];
  });
}

const plansWithTable = plans.filter(({ text }) => objectiveRows(text).length > 0);

/** The objectives that a file has data for, judged by the file itself. */
async function objectivesWithData({ file, text }: (typeof plans)[number]): Promise<string[]> {
  const written = readFileSync(new URL(file, root), 'utf8');
  const always = ['throttled', 'delay-p95', 'delay-p99', 'cold-starts', 'headroom', 'quota'];
  if (file.endsWith('.yaml')) {
    const isLoad = /kind: load/.test(written);
    return [
      ...always,
      ...(isLoad ? [] : ['failed-connects', 'pool-wait-p99']),
      ...(!isLoad || /connections: [1-9]/.test(written) ? ['refused'] : []),
      ...(/pages(PerQuery)?: [1-9]/.test(written) ? ['cache-hits'] : []),
      ...(/memory: [1-9]/.test(written) ? ['memory-kills'] : []),
      ...(/temporary: [1-9]/.test(written) ? ['disk-free'] : []),
    ];
  }
  const vcpus = /--vcpus \S+/.exec(text.split('\n', 1)[0] ?? '')?.[0].split(' ') ?? [];
  const { out } = await run(['trace', 'inspect', file, '--json', ...vcpus], { [file]: written });
  const { columns } = JSON.parse(out) as { readonly columns: readonly { readonly quantity: string }[] };
  const has = (quantity: string) => columns.some((column) => column.quantity === quantity);
  return [...always, ...(has('connections') ? ['refused'] : []), ...(has('memory') ? ['memory-kills'] : [])];
}

describe('no objective is printed as met without data', () => {
  test('most shipped traces and scenarios have a plan with a table of objectives', () => {
    expect(plansWithTable.length).toBeGreaterThanOrEqual(12);
  });

  test.each(plansWithTable)('$file', async (plan) => {
    const rows = objectiveRows(plan.text);
    for (const { name, isMeasured, basis } of rows)
      expect([name, isMeasured], name).toEqual([name, basis !== 'unknown']);
    const measured = rows.filter(({ isMeasured }) => isMeasured).map(({ name }) => name);
    const known = await objectivesWithData(plan);
    expect(measured.sort()).toEqual(known.filter((name) => rows.some((row) => row.name === name)).sort());
  });

  test('a trace of CPU alone has a figure only for CPU', async () => {
    const lines = Array.from(
      { length: 288 },
      (_, i) => `${new Date(Date.UTC(2026, 2, 2) + i * 300_000).toISOString()},${i % 12 === 0 ? 0.5 : 0}`,
    );
    const { out } = await run(['plan', 'cpu.csv', '--timeouts', '5m'], {
      'cpu.csv': ['time,cpu', ...lines].join('\n'),
    });
    const unmeasured = objectiveRows(out).filter(({ isMeasured }) => !isMeasured);
    expect(unmeasured.map(({ name }) => name)).toEqual([
      'failed-connects',
      'refused',
      'pool-wait-p99',
      'cache-hits',
      'memory-kills',
      'disk-free',
    ]);
    expect(out.split('\n')[1]).toMatch(/^The trace covers 1 full day; weekly patterns need 14\./);
    const words = out.replaceAll(/\n */g, ' ');
    expect(words).toMatch(
      /memory-kills: memory is unknown\. The recommendation has at most \d+ GiB of RAM: if queries need more, raise its maximum\./,
    );
    expect(words).toContain('To judge them, add these columns to the trace: connections, memory, workingSet');
  });
});
