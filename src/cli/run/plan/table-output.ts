import { problem } from '../../../problem/index.ts';
import { type PortfolioAnswer, portfolioCsv, portfolioParquet } from '../../../report/index.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import type { RunPlanOptions } from './run-plan-options.ts';

/** Writes the table of many databases into a file, as its name says. Null if nobody asked. */
export function tableOutput(
  { table: path }: Pick<RunPlanOptions, 'table'>,
  terminal: Terminal,
): ((answer: PortfolioAnswer) => void) | null {
  if (path === undefined) return null;
  const isCsv = path.endsWith('.csv');
  if (!isCsv && !path.endsWith('.parquet'))
    throw problem({ field: '--table' }, `found "${path}"`, 'end the name with .csv or .parquet');
  return (answer) => {
    const file = terminal.create(path);
    try {
      for (const piece of isCsv ? portfolioCsv(answer) : portfolioParquet(answer)) file.write(piece);
      file.commit();
    } finally {
      file.discard();
    }
    terminal.err(`${path} is written.\n`);
  };
}
