import { useMemo, useState } from 'preact/hooks';
import type { GridData } from '../../grid/grid-data.ts';
import { Details } from './details.tsx';
import { Filters } from './filters.tsx';
import { moneyText } from './money.ts';
import { type Chosen, EVERYTHING, GridRows, type SortColumn, type Sorting } from './rows.ts';
import { RowsTable } from './rows-table.tsx';

/** Many databases, to sort, to filter and to open. */
export function Grid({ data }: { readonly data: GridData }) {
  const rows = useMemo(() => new GridRows(data), [data]);
  const [chosen, setChosen] = useState<Chosen>(EVERYTHING);
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const [opened, setOpened] = useState<number | null>(null);
  const order = useMemo(() => rows.chosen(chosen, sorting), [rows, chosen, sorting]);
  return (
    <>
      <Filters data={data} chosen={chosen} onChoose={setChosen} />
      <p role="status">{statusOf(data, order)}</p>
      <RowsTable
        data={data}
        order={order}
        sorting={sorting}
        onSort={(column) => setSorting(sortedBy(column, sorting))}
        onOpen={setOpened}
      />
      {opened !== null && <Details data={data} row={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

/** The first choice of a column of money shows the largest amounts, and of another the first words. */
function sortedBy(column: SortColumn, before: Sorting | null): Sorting {
  const isMoney = column === 'costNow' || column === 'costThen' || column === 'saving';
  return { column, isDescending: before?.column === column ? !before.isDescending : isMoney };
}

function statusOf({ rows, costs, currency }: GridData, order: Uint32Array): string {
  let saving = 0;
  for (const row of order) saving += costs.saving[row] ?? 0;
  const count = order.length === rows ? `${rows}` : `${order.length} of ${rows}`;
  const money =
    saving === 0
      ? ''
      : ` You ${saving > 0 ? 'save' : 'pay'} ${moneyText(Math.abs(saving), currency)}${saving > 0 ? '' : ' more'} a month.`;
  return `${count} ${rows === 1 ? 'database' : 'databases'}.${money}`;
}
