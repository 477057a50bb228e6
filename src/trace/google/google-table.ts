import { openCsv } from '../csv/open-csv.ts';
import { sampleTime } from '../csv/sheet.ts';
import { cellsOf } from '../csv/unquoted.ts';
import { bytesOf, joined, textOf } from '../reading/bytes.ts';
import type { ReadSettings } from '../reading/reading.ts';
import type { ByteSource } from '../reading/source.ts';
import type { CollectedSeries } from '../series/read-series.ts';
import { collectColumns } from '../series-table/series-columns.ts';

const MOST_LABEL_LINES = 50;

/**
 * Reads a chart exported by Metrics Explorer of Google Cloud: a line with the names of series, a line for each label,
 * and then the values. Only the file name has the metric, as in `CPU_utilization_[MEAN].csv`.
 */
export async function collectGoogleTable(
  source: ByteSource,
  settings: ReadSettings,
): Promise<CollectedSeries> {
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
      // Utilization is a fraction; only the console shows it as a percentage.
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

/** The lines from the first that starts with a time, after one new header. Lines above are added to `above`. */
async function* belowLabels(
  pieces: AsyncIterable<Uint8Array>,
  above: string[][],
): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array = new Uint8Array();
  let isBelow = false;
  for await (const piece of pieces) {
    if (isBelow) {
      yield piece;
      continue;
    }
    waiting = joined([waiting, piece]);
    for (let end = waiting.indexOf(10); end !== -1 && !isBelow; end = waiting.indexOf(10)) {
      const cells = cellsOf(textOf(waiting.subarray(0, end)).trimEnd(), ',')[0] ?? [];
      isBelow = !Number.isNaN(sampleTime(cells[0])) || above.length > MOST_LABEL_LINES;
      if (isBelow) break;
      above.push(cells);
      waiting = waiting.subarray(end + 1);
    }
    if (isBelow) yield joined([headOf(above), waiting]);
  }
  if (!isBelow) yield joined([headOf(above), waiting]);
}

/** Keeps the number of each line, so that problems name the right one. */
function headOf(above: readonly string[][]): Uint8Array {
  const columns = Math.max(2, above[0]?.length ?? 0);
  const names = Array.from({ length: columns }, (_, at) => (at === 0 ? 'time' : `series ${at}`));
  return bytesOf(`${'\n'.repeat(Math.max(0, above.length - 1))}${names.join(',')}\n`);
}
