import type { Saving } from '../../check/index.ts';
import { MICROS } from '../../facts/index.ts';
import type { PageBlock } from '../page/page.ts';
import { rightColumns } from '../page/text-table.ts';
import { configurationCell } from '../words/configuration-words.ts';
import { money, numberWords, percent } from '../words/format.ts';

/** The saving that a plan expected, and the saving since then under the demand that came. */
export function savingBlock({ expected, before, after, share }: Saving, currency: string): PageBlock {
  const paid = (amount: number) => money(Math.round(amount * MICROS), currency);
  const saved = expected.before.perMonth - expected.after.perMonth;
  const actuallySaved = before.perMonth - after.perMonth;
  const title =
    actuallySaved < 0
      ? `Expected to save ${paid(saved)} a month; it costs ${paid(-actuallySaved)} more`
      : `Expected to save ${paid(saved)} a month; it saves ${paid(actuallySaved)}, ${percent(Math.round(share * 100) / 100)} of that`;
  return {
    kind: 'table',
    title,
    columns: [{ title: 'a month', align: 'left' }, ...rightColumns('expected', 'actual', 'CU-hours')],
    rows: [
      [
        `${configurationCell(expected.before.configuration)} (replayed)`,
        paid(expected.before.perMonth),
        paid(before.perMonth),
        numberWords(before.cuHours),
      ],
      [
        `${configurationCell(expected.after.configuration)} (metered)`,
        paid(expected.after.perMonth),
        paid(after.perMonth),
        numberWords(after.cuHours),
      ],
    ],
  };
}
