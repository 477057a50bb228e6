import type { Spec } from 'vega';
import type { Chart } from '../chart.ts';
import { type Theme, themed } from '../theme.ts';

/** A chart as the Vega runtime takes it, which a page can hold without Vega-Lite. What could be wrong goes to `warn`. */
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
