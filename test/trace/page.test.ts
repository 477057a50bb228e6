import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { UNITS } from '../../src/trace/csv/values/units.ts';
import { QUANTITIES, QUANTITY_NAMES } from '../../src/trace/index.ts';
import { read } from './read.ts';

const textOf = (name: string) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');
const page = textOf('traces.md');

/** The cells of all tables in a page. */
const lines = `${textOf('csv.md')}\n${page}`
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) =>
    line
      .slice(2, -2)
      .split(' | ')
      .map((cell) => cell.trim()),
  );
const wordsIn = (text: string | undefined) =>
  [...(text ?? '').matchAll(/`([^`]+)`/g)].map(([, word]) => word);

describe('docs/traces.md and docs/csv.md', () => {
  test('list every quantity', () => {
    const quantities = lines.filter((cells) => cells.length === 3);
    expect(quantities).toEqual(
      QUANTITY_NAMES.map((name) => [`\`${name}\``, QUANTITIES[name].unit, QUANTITIES[name].what]),
    );
  });

  test.each(QUANTITY_NAMES)('list every unit of %s', (name) => {
    const units = lines.find((cells) => cells.length === 2 && wordsIn(cells[0]).includes(name))?.[1];
    expect(
      wordsIn(units).filter((word) => word !== '--vcpus' && word !== '--instance' && word !== 'capacityCu'),
    ).toEqual(Object.keys(UNITS[name]));
  });

  test('show a trace that can be read', async () => {
    const shown = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, lines]) => lines).join('');
    const { head, values, events } = await read(shown);
    expect([head.name, values]).toEqual(['shop', [[0.5, Number.NaN]]]);
    expect(events.map(({ kind }) => kind)).toEqual(['connect', 'query', 'disconnect']);
  });
});
