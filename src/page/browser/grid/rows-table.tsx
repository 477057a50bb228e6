import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { GridData } from '../../grid/grid-data.ts';
import { moneyText } from './money.ts';
import { type SortColumn, type Sorting, textAt, titleAt } from './rows.ts';

interface RowsTableProps {
  readonly data: GridData;
  /** The numbers of the rows to show. */
  readonly order: Uint32Array;
  readonly sorting: Sorting | null;
  readonly onSort: (column: SortColumn) => void;
  readonly onOpen: (row: number) => void;
}

const ROW_HEIGHT = 36;
/** Rows above and below the visible ones, so that fast scrolling shows no gaps. */
const SPARE_ROWS = 10;
const MOST_VISIBLE = 60;

/** A table of which only the rows in sight are in the document. Arrow keys move from row to row. */
export function RowsTable({ data, order, sorting, onSort, onOpen }: RowsTableProps) {
  const scroller = useRef<HTMLElement>(null);
  const [top, setTop] = useState(0);
  const [active, setActive] = useState(0);
  const mustFocus = useRef(false);
  const columns = columnsOf(data);
  const first = Math.max(0, Math.floor(top / ROW_HEIGHT) - SPARE_ROWS);
  const last = Math.min(order.length, first + MOST_VISIBLE);
  // Tab has to reach a row even if the active one has been scrolled out of sight.
  const reachable = active >= first && active < last ? active : Math.min(first + SPARE_ROWS, last - 1);

  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 });
    setActive(0);
  }, [order]);
  useLayoutEffect(() => {
    if (!mustFocus.current) return;
    mustFocus.current = false;
    scroller.current?.querySelector<HTMLElement>(`[data-place="${active}"]`)?.focus({ preventScroll: true });
  }, [active, top]);

  const moveTo = (place: number) => {
    const box = scroller.current;
    if (box === null || order.length === 0) return;
    const next = Math.min(order.length - 1, Math.max(0, place));
    const [from, until] = [next * ROW_HEIGHT, (next + 2) * ROW_HEIGHT];
    if (from < box.scrollTop) box.scrollTop = from;
    else if (until > box.scrollTop + box.clientHeight) box.scrollTop = until - box.clientHeight;
    mustFocus.current = true;
    setTop(box.scrollTop);
    setActive(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT) - 2);
    const places: Readonly<Record<string, number>> = {
      ArrowDown: reachable + 1,
      ArrowUp: reachable - 1,
      PageDown: reachable + page,
      PageUp: reachable - page,
      Home: 0,
      End: order.length - 1,
    };
    const place = places[event.key];
    if (place === undefined) return;
    event.preventDefault();
    moveTo(place);
  };

  return (
    <section
      class="grid"
      ref={scroller}
      onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
      aria-label="All databases"
    >
      {/* The room of all rows, so that the bar at the side shows how many there are. */}
      <div style={{ height: `${(order.length + 1) * ROW_HEIGHT}px`, paddingTop: `${first * ROW_HEIGHT}px` }}>
        <table aria-rowcount={order.length + 1}>
          <colgroup>
            {columns.map(({ title, width }) => (
              <col key={title} style={{ width: `${width}rem` }} />
            ))}
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              {columns.map(({ title, sort, isMoney }) => (
                <th key={title} scope="col" class={isMoney ? 'right' : ''} aria-sort={sortOf(sort, sorting)}>
                  <button type="button" onClick={() => onSort(sort)}>
                    {title}
                    <span aria-hidden="true">{ARROWS[sortOf(sort, sorting)]}</span>
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody onKeyDown={onKeyDown}>
            {Array.from(order.subarray(first, last), (row, i) => (
              <tr key={row} aria-rowindex={first + i + 2}>
                <th scope="row">
                  <button
                    type="button"
                    data-place={first + i}
                    tabIndex={first + i === reachable ? 0 : -1}
                    aria-haspopup="dialog"
                    onClick={() => {
                      setActive(first + i);
                      onOpen(row);
                    }}
                  >
                    {titleAt(data, row)}
                  </button>
                </th>
                {columns.slice(1).map(({ title, cell, isMoney, kind }) => (
                  <td key={title} class={isMoney ? 'right' : ''} data-severity={kind?.(row)}>
                    {cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

interface Column {
  readonly title: string;
  readonly sort: SortColumn;
  readonly width: number;
  readonly isMoney?: true;
  readonly cell: (row: number) => string;
  readonly kind?: (row: number) => string;
}

function columnsOf(data: GridData): readonly Column[] {
  const { texts, costs, currency } = data;
  const money = (title: string, sort: keyof typeof costs): Column => ({
    title,
    sort,
    width: 5.5,
    isMoney: true,
    cell: (row) => {
      const amount = costs[sort][row] ?? null;
      return amount === null ? '-' : moneyText(amount, currency);
    },
  });
  const text = (title: string, sort: keyof typeof texts, width: number): Column => ({
    title,
    sort,
    width,
    cell: (row) => textAt(texts[sort], row),
  });
  return [
    { title: 'database', sort: 'name', width: 14, cell: (row) => titleAt(data, row) },
    { ...text('severity', 'severity', 6), kind: (row) => textAt(texts.severity, row) },
    money('saves', 'saving'),
    money('now', 'costNow'),
    money('then', 'costThen'),
    text('current', 'current', 6.5),
    text('advised', 'recommended', 6.5),
    ...(texts.breaksIn.values.length > 1 ? [text('breaks in', 'breaksIn', 6)] : []),
    text('reasons', 'reasonCodes', 20),
    text('limit', 'limit', 8),
  ];
}

function sortOf(column: SortColumn, sorting: Sorting | null): 'none' | 'ascending' | 'descending' {
  if (sorting === null || sorting.column !== column) return 'none';
  return sorting.isDescending ? 'descending' : 'ascending';
}

const ARROWS = { none: '', ascending: ' ▲', descending: ' ▼' } as const;
