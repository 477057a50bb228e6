const USUAL = 80;
const FEWEST = 20;
const MOST = 200;

/** How wide answers may be: as COLUMNS says, or else as wide as the terminal; 80 where output goes elsewhere. */
export function terminalColumns(variable: string | undefined, screenColumns: number | undefined): number {
  const columns = /^[1-9]\d{0,5}$/.test(variable ?? '') ? Number(variable) : screenColumns || USUAL;
  return Math.min(MOST, Math.max(FEWEST, columns));
}
