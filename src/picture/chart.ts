/** Of what is inside of the axes, in pixels. */
export const WIDTH_OF_PLOT = 720;

/** One picture before it is drawn. */
export interface Chart {
  /** Of its file, and the same for the same question. */
  readonly name: string;
  /** What it shows, as a sentence with figures: its title, and what a reader who cannot see it is told. */
  readonly finding: string;
  /** How to read it. */
  readonly about: string;
  /** Vega-Lite, with its data and without its look. */
  readonly spec: ChartSpec;
}

/**
 * A specification without its title and look, which a theme adds. The tests hold it to the JSON schema of Vega-Lite,
 * which says more than its types do.
 */
type ChartSpec = Readonly<Record<string, unknown>>;
