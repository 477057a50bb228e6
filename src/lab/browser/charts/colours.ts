/** The colours of a chart: those of `THEMES` that it uses. */
export interface Colours {
  readonly paper: string;
  readonly ink: string;
  readonly quiet: string;
  readonly grid: string;
  readonly main: string;
  readonly mainSoft: string;
  readonly demand: string;
  readonly demandSoft: string;
  readonly limit: string;
  readonly other: string;
}
