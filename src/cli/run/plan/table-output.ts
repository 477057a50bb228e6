import { problem } from '../../../problem/index.ts';
import { type PortfolioAnswer, portfolioCsv, portfolioParquet } from '../../../report/index.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** Writes the table of many databases into a file, as its name says. */
export function tableOutput(path: string, terminal: Terminal): (answer: PortfolioAnswer) => void {
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
