import type { Closeness, FittedLoad } from '../../trace/index.ts';
import type { PageBlock } from '../page/page.ts';
import { rightColumns } from '../page/text-table.ts';
import { numberWords, percent, span } from '../words/format.ts';

/** How close a fitted scenario is to its trace. */
export function fitPage(
  name: string,
  { closeness, notes }: Pick<FittedLoad, 'closeness' | 'notes'>,
): PageBlock[] {
  const off = closeness.filter(({ isWithin }) => !isWithin).length;
  return [
    {
      kind: 'heading',
      text: `How close the scenario is to ${name}`,
      under: 'Measured over half a year drawn from the scenario.',
    },
    {
      kind: 'table',
      columns: [
        { title: 'Figure', align: 'left' },
        ...rightColumns('given', 'generated', 'off', 'tolerance'),
        { title: 'Within', align: 'left' },
      ],
      rows: closeness.map((row) => [
        row.figure,
        row.given === null ? '-' : value(row, row.given),
        row.given === null ? '-' : value(row, row.generated),
        difference(row, row.off),
        difference(row, row.tolerance),
        row.isWithin ? 'yes' : 'no',
      ]),
    },
    {
      kind: 'paragraph',
      text:
        off === 0
          ? 'All within their tolerances.'
          : `${off} of ${closeness.length} are outside their tolerances: be careful with results that depend on them.`,
    },
    ...(notes.length > 0
      ? [{ kind: 'list', title: 'How it was made:', items: notes.map((text) => ({ text })) } as const]
      : []),
  ];
}

function value({ unit }: Closeness, figure: number): string {
  if (unit === 'ms') return span(figure);
  if (unit === 'share') return percent(figure);
  const shown = Number(figure.toPrecision(3));
  return unit === null ? String(shown) : `${shown} ${unit}`;
}

function difference({ isShare, unit }: Closeness, off: number): string {
  if (isShare || unit === 'share') return `${numberWords(Math.round(off * 1000) / 10)}%`;
  return numberWords(off);
}
