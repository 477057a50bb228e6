import { openCsv } from '../csv/open-csv.ts';
import { sampleTime } from '../csv/sheet.ts';
import { cellsOf } from '../csv/unquoted.ts';
import type { ReadSettings } from '../reading/reading.ts';
import type { Source } from '../reading/source.ts';
import type { Collected } from '../series/read-series.ts';
import { collectColumns } from '../series-table/series-columns.ts';

const MOST_LABEL_LINES = 50;

/**
 * A chart that Metrics Explorer of Google Cloud has exported: a line with the name of each series, a line for each
 * label, and then the values. The metric stands in the name of the file only, as `CPU_utilization_[MEAN].csv`.
 */
export async function collectGoogleTable(source: Source, settings: ReadSettings): Promise<Collected> {
  const above: string[][] = [];
  const rows = { ...source, pieces: () => belowLabels(source.pieces(), above) };
  const table = await openCsv(rows.pieces(), settings);
  const name = settings.name.replace(/^.*[/\\]/, '').replace(/\.csv(?:\.gz)?$/i, '');
  const labels = above.filter(([label]) => label !== 'undefined');
  const collected = await collectColumns(table, {
    time: 0,
    values: table.sheet.names.map((_, column) => column).slice(1),
    keys: [],
    nameOf: (column) => ({
      name,
      labels: Object.fromEntries(
        labels.flatMap((cells) => {
          const [label = '', value = ''] = [cells[0], cells[column]];
          return value === '' ? [] : [[label === HEAD ? 'series' : label, value]];
        }),
      ),
      statistic: /\[MAX\]/i.test(name) ? 'maximum' : /\[MEAN\]/i.test(name) ? 'average' : null,
    }),
  });
  return {
    ...collected,
    series: collected.series.map((one) =>
      // A utilization is a share of one, which the console alone shows in percent.
      /utili[sz]ation/i.test(name) && one.values.every((value) => !(value > 1))
        ? { ...one, unit: 'fraction' }
        : one,
    ),
  };
}

const HEAD = 'TimeSeries ID';

export function isGoogleTable(opening: string): boolean {
  return opening.startsWith(HEAD);
}

/** The lines from the first that begins with a time on, below one with a name for each column. */
async function* belowLabels(
  pieces: AsyncIterable<Uint8Array>,
  above: string[][],
): AsyncGenerator<Uint8Array> {
  let waiting = Buffer.alloc(0);
  let isBelow = false;
  for await (const piece of pieces) {
    if (isBelow) {
      yield piece;
      continue;
    }
    waiting = Buffer.concat([waiting, piece]);
    for (let end = waiting.indexOf(10); end !== -1 && !isBelow; end = waiting.indexOf(10)) {
      const cells = cellsOf(waiting.subarray(0, end).toString('utf8').trimEnd(), ',')[0] ?? [];
      isBelow = !Number.isNaN(sampleTime(cells[0])) || above.length > MOST_LABEL_LINES;
      if (isBelow) break;
      above.push(cells);
      waiting = waiting.subarray(end + 1);
    }
    if (isBelow) yield Buffer.concat([headOf(above), waiting]);
  }
  if (!isBelow) yield Buffer.concat([headOf(above), waiting]);
}

/** Each line stays where it was, for problems to name. */
function headOf(above: readonly string[][]): Buffer {
  const columns = Math.max(2, above[0]?.length ?? 0);
  const names = Array.from({ length: columns }, (_, at) => (at === 0 ? 'time' : `series ${at}`));
  return Buffer.from(`${'\n'.repeat(Math.max(0, above.length - 1))}${names.join(',')}\n`);
}
