import type { Spec } from 'vega';
import type { Chart } from '../chart.ts';
import { type Theme, themed } from '../theme.ts';

/** Compiles a chart for the Vega runtime, so that pages do not need Vega-Lite. Warnings go to `warn`. */
export async function compiled(
  chart: Chart,
  theme: Theme,
  warn: (message: string) => void = () => {},
): Promise<Spec> {
  const { compile } = await import('vega-lite');
  const silent = {
    level: () => silent,
    error: (...messages: readonly unknown[]) => noted(messages),
    warn: (...messages: readonly unknown[]) => noted(messages),
    info: () => silent,
    debug: () => silent,
  };
  const noted = (messages: readonly unknown[]) => {
    warn(messages.map(String).join(' '));
    return silent;
  };
  return compile(themed(chart, theme), { logger: silent as never }).spec;
}
