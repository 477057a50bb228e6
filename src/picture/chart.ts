/** The width of the area inside the axes, in pixels. */
export const WIDTH_OF_PLOT = 720;

/** A chart before it is drawn. */
export interface Chart {
  /** The name of its file. The same question always gives the same name. */
  readonly name: string;
  /** What the chart shows, as a sentence with figures. It is the title, and the text for readers who cannot see. */
  readonly finding: string;
  /** How to read the chart. */
  readonly about: string;
  /** Vega-Lite with its data, without a theme. */
  readonly spec: ChartSpec;
}

/**
 * A specification without title and look, which a theme adds. Tests check it against the JSON schema of Vega-Lite,
 * which is stricter than its types.
 */
type ChartSpec = Readonly<Record<string, unknown>>;
