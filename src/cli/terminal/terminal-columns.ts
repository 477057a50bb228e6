const USUAL = 80;
const FEWEST = 20;
const MOST = 200;

/** The width of answers: COLUMNS, or else the width of the terminal, or 80 if the output is not a terminal. */
export function terminalColumns(variable: string | undefined, screenColumns: number | undefined): number {
  const columns = /^[1-9]\d{0,5}$/.test(variable ?? '') ? Number(variable) : screenColumns || USUAL;
  return Math.min(MOST, Math.max(FEWEST, columns));
}
