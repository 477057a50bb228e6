import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { chartsOf, compiled, THEME_NAMES, THEMES, themed } from '../../src/picture/index.ts';
import { COMMANDS, printed } from './documents.ts';

const { resolve } = createRequire(import.meta.url);
const schema = JSON.parse(readFileSync(resolve('vega-lite/vega-lite-schema.json'), 'utf8')) as object;
const isVegaLite = new Ajv({ strict: false, validateFormats: false }).compile(schema);

describe.each(COMMANDS.map((args) => [args.join(' '), args] as const))(
  'the charts of %s',
  async (_, args) => {
    const document = await printed(args);

    test.each(THEME_NAMES)('fit the schema of Vega-Lite and compile without a warning, %s', async (name) => {
      const theme = THEMES[name];
      const charts = chartsOf(document, theme);
      expect(charts.length).toBeGreaterThan(0);
      for (const chart of charts) {
        const spec = JSON.parse(JSON.stringify(themed(chart, theme))) as unknown;
        expect([chart.name, isVegaLite(spec), isVegaLite.errors?.[0]]).toEqual([chart.name, true, undefined]);
        const warnings: string[] = [];
        await compiled(chart, theme, (warning) => warnings.push(warning));
        expect([chart.name, warnings]).toEqual([chart.name, []]);
      }
    });

    test('have different names, and sentences as texts', () => {
      const charts = chartsOf(document, THEMES.light);
      expect(new Set(charts.map(({ name }) => name)).size).toBe(charts.length);
      for (const { name, finding, about } of charts) {
        expect(name).toMatch(/^[\p{Ll}\p{N}-]+$/u);
        for (const text of [finding, about]) {
          expect(text).toMatch(/\.$/);
          expect(text).not.toMatch(/NaN|undefined|null|Infinity/);
        }
      }
    });
  },
);
