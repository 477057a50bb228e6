import { problem } from '../../../problem/index.ts';
import { type Sheet, sampleTime } from '../sheet.ts';

/** The column with the times of rows: by its name, or else the first whose cells are times. */
export function timeColumn(sheet: Sheet, taken: ReadonlySet<number>, file: string): number {
  const free = sheet.names.map((_, at) => at).filter((at) => !taken.has(at));
  const named = free.find((at) => NAME.test(sheet.names[at] as string) && timesIn(sheet, at) > 0);
  if (named !== undefined) return named;
  // Increasing numbers may be times; other numbers are more likely measurements.
  const found = free.find((at) => timesIn(sheet, at) * 2 > sheet.sample.length && isInOrder(sheet, at));
  if (found !== undefined) return found;
  throw problem(
    { file, ...sheet.rowsAt },
    'no column has times that can be read',
    'say which one has, as in ‹map› time=COLUMN; times are 2026-03-29 14:30:00, ISO 8601, or seconds since 1970',
  );
}

const NAME = /^[@_]?(time|date|ts|datetime|time ?_?stamp|date_?time|.*[_ ](time|at|date|timestamp))(\W.*)?$/i;

function timesIn(sheet: Sheet, column: number): number {
  return sheet.sample.filter((cells) => !Number.isNaN(sampleTime(cells[column]))).length;
}

function isInOrder(sheet: Sheet, column: number): boolean {
  const times = sheet.sample.map((cells) => sampleTime(cells[column])).filter((time) => !Number.isNaN(time));
  return times.every((time, at) => at === 0 || time >= (times[at - 1] as number));
}
