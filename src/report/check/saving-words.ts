import type { Saving } from '../../check/index.ts';
import { MICROS } from '../../facts/index.ts';
import type { Block } from '../page/page.ts';
import { rightColumns } from '../page/text-table.ts';
import { money, number, percent } from '../words/format.ts';
import { settingCell } from '../words/setting-words.ts';

/** What a change was to save a month, and what it has saved of the demand that came since. */
export function savingBlock({ promised, before, after, share }: Saving, currency: string): Block {
  const paid = (amount: number) => money(Math.round(amount * MICROS), currency);
  const saved = promised.before.perMonth - promised.after.perMonth;
  const really = before.perMonth - after.perMonth;
  const title =
    really < 0
      ? `Promised to save ${paid(saved)} a month; it costs ${paid(-really)} more`
      : `Promised to save ${paid(saved)} a month; it saves ${paid(really)}, ${percent(Math.round(share * 100) / 100)} of that`;
  return {
    kind: 'table',
    title,
    columns: [{ title: 'a month', align: 'left' }, ...rightColumns('promised', 'real', 'CU-hours')],
    rows: [
      [
        `${settingCell(promised.before.setting)} (replayed)`,
        paid(promised.before.perMonth),
        paid(before.perMonth),
        number(before.cuHours),
      ],
      [
        `${settingCell(promised.after.setting)} (metered)`,
        paid(promised.after.perMonth),
        paid(after.perMonth),
        number(after.cuHours),
      ],
    ],
  };
}
