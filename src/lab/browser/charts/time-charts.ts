import uPlot from 'uplot';
import type { RunPicture } from '../../picture/run-picture.ts';
import type { Colours } from './colours.ts';
import { CU, drawBehind, drawInFront } from './size-layers.ts';

/** The runs that the charts show. */
export interface ShownRuns {
  readonly now: RunPicture;
  readonly pinned: RunPicture | null;
  /** The CPU that demand would use without a limit, at the times of `now.columns`. Null if it is not known yet. */
  readonly demand: readonly number[] | null;
  readonly colours: Colours;
}

interface TimeRange {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Charts with one time axis: sizes and CPU, the cache, and the bill. They zoom and move together. */
export class TimeCharts {
  readonly #root: HTMLElement;
  readonly #onCursor: (ms: number | null) => void;
  #shown: ShownRuns;
  #panels: readonly { readonly panel: Panel; readonly chart: uPlot }[] = [];
  #range: TimeRange | null = null;

  constructor(root: HTMLElement, shown: ShownRuns, onCursor: (ms: number | null) => void) {
    this.#root = root;
    this.#shown = shown;
    this.#onCursor = onCursor;
    this.#build();
  }

  show(shown: ShownRuns): void {
    const before = this.#shown;
    this.#shown = shown;
    const isSame =
      before.colours === shown.colours &&
      before.now.timezone === shown.now.timezone &&
      namesOf(before) === namesOf(shown);
    if (!isSame) {
      this.#build();
      return;
    }
    for (const { panel, chart } of this.#panels) chart.setData(panel.data(shown), false);
    this.#zoomTo(this.#range);
  }

  /** Shows another part of the time: larger by a factor, and moved by a share of its length. */
  change(factor: number, shift: number): void {
    const [first, last] = spanOf(this.#shown.now);
    const { fromMs, untilMs } = this.#range ?? { fromMs: first, untilMs: last };
    const length = Math.max(LEAST_MS, (untilMs - fromMs) * factor);
    if (length >= last - first) {
      this.#zoomTo(null);
      return;
    }
    const middle = (fromMs + untilMs) / 2 + shift * (untilMs - fromMs);
    const from = Math.min(Math.max(first, middle - length / 2), last - length);
    this.#zoomTo({ fromMs: from, untilMs: from + length });
  }

  showAll(): void {
    this.#zoomTo(null);
  }

  /** Moves the cursor by a share of the width. */
  moveCursor(share: number): void {
    const chart = this.#panels[0]?.chart;
    if (chart === undefined) return;
    const width = chart.over.clientWidth;
    const left = chart.cursor.left ?? -1;
    const to = Math.min(width - 1, Math.max(0, (left < 0 ? width / 2 : left) + share * width));
    chart.setCursor({ left: to, top: 10 });
  }

  resize(): void {
    const width = this.#root.clientWidth;
    for (const { panel, chart } of this.#panels) chart.setSize({ width, height: panel.heightPx });
  }

  close(): void {
    for (const { chart } of this.#panels) chart.destroy();
    this.#panels = [];
    this.#root.replaceChildren();
  }

  #build(): void {
    this.close();
    const panels = PANELS.filter((panel) => panel.isFor(this.#shown));
    this.#panels = panels.map((panel) => ({ panel, chart: this.#chartOf(panel) }));
    this.#zoomTo(this.#range);
  }

  #chartOf(panel: Panel): uPlot {
    const { colours, now } = this.#shown;
    if (panel.title !== null) this.#root.append(titleOf(panel.title));
    const axis = { stroke: colours.quiet, grid: { stroke: colours.grid, width: 1 }, ticks: { show: false } };
    return new uPlot(
      {
        width: this.#root.clientWidth,
        height: panel.heightPx,
        ms: 1,
        tzDate: (ms) => uPlot.tzDate(new Date(ms), now.timezone),
        legend: { show: false },
        cursor: {
          sync: { key: 'lab' },
          drag: { x: true, y: false, setScale: false },
          points: { show: false },
        },
        scales: { x: { time: true, auto: false }, [panel.scale]: { range: () => panel.range(this.#shown) } },
        axes: [
          {
            ...axis,
            scale: 'x',
            ...(panel.isLast ? { size: 42, values: TIMES } : { size: 8, values: () => [] }),
          },
          {
            ...axis,
            scale: panel.scale,
            size: 56,
            values: (_, values) => values.map((one) => panel.words(one, this.#shown)),
          },
        ],
        series: [
          {},
          ...panel.series(colours).map((one) => ({ scale: panel.scale, points: { show: false }, ...one })),
        ],
        hooks: {
          drawClear: [(chart) => panel.behind?.(chart, this.#shown)],
          draw: [(chart) => panel.inFront?.(chart, this.#shown)],
          setSelect: [(chart) => this.#zoomToSelected(chart)],
          setCursor: [(chart) => this.#tellCursor(chart)],
          ready: [(chart) => this.#listen(chart)],
        },
      },
      panel.data(this.#shown),
      this.#root,
    );
  }

  /** A double click shows everything, and the wheel zooms with Ctrl, as in maps, so that the page still scrolls. */
  #listen(chart: uPlot): void {
    chart.over.addEventListener('dblclick', () => this.showAll());
    chart.over.addEventListener(
      'wheel',
      (event) => {
        if (!event.ctrlKey && !event.metaKey) return;
        event.preventDefault();
        this.change(event.deltaY < 0 ? 0.7 : 1 / 0.7, 0);
      },
      { passive: false },
    );
  }

  #zoomToSelected(chart: uPlot): void {
    const { left, width } = chart.select;
    if (width < 4) return;
    this.#zoomTo({ fromMs: chart.posToVal(left, 'x'), untilMs: chart.posToVal(left + width, 'x') });
    chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  }

  #zoomTo(range: TimeRange | null): void {
    this.#range = range;
    const [first, last] = spanOf(this.#shown.now);
    const { fromMs: min, untilMs: max } = range ?? { fromMs: first, untilMs: last };
    for (const { chart } of this.#panels) chart.setScale('x', { min, max });
  }

  #tellCursor(chart: uPlot): void {
    if (chart !== this.#panels[0]?.chart) return;
    const { left } = chart.cursor;
    this.#onCursor(left === undefined || left < 0 ? null : chart.posToVal(left, 'x'));
  }
}

/**
 * How times are written: for steps of at least so many milliseconds, the time, and below it the day if that is another
 * than before.
 */
const TIMES: uPlot.Axis.Values = [
  [28 * 86_400_000, '{MMM} {YYYY}', ...rest(null)],
  [86_400_000, '{D} {MMM}', ...rest(null)],
  [60_000, '{HH}:{mm}', ...rest('\n{D} {MMM}')],
  [1, '{HH}:{mm}:{ss}', ...rest('\n{D} {MMM}')],
];

/** The other columns of uPlot's table: what to write when the year, month, day, hour, minute or second changes. */
function rest(day: string | null) {
  return [null, null, day, null, null, null, day === null ? 0 : 1] as const;
}

/** The shortest time that can be shown. */
const LEAST_MS = 10_000;

/** A chart below the others. */
interface Panel {
  readonly name: string;
  /** The title above it. Null for the first, which the legend explains. */
  readonly title: string | null;
  readonly scale: string;
  readonly heightPx: number;
  readonly isLast?: true;
  isFor(shown: ShownRuns): boolean;
  range(shown: ShownRuns): [number, number];
  words(value: number, shown: ShownRuns): string;
  series(colours: Colours): readonly uPlot.Series[];
  data(shown: ShownRuns): uPlot.AlignedData;
  behind?(chart: uPlot, shown: ShownRuns): void;
  inFront?(chart: uPlot, shown: ShownRuns): void;
}

const stepped = uPlot.paths.stepped?.({ align: 1 });

const PANELS: readonly Panel[] = [
  {
    name: 'sizes',
    title: null,
    scale: CU,
    heightPx: 300,
    isFor: () => true,
    range: ({ now, pinned, demand }) => {
      const largest = Math.max(now.range.maxCu, pinned?.range.maxCu ?? 0);
      const most = (demand ?? now.columns.usedVcpu).reduce((one, other) => Math.max(one, other), 0);
      // Demand far above the largest size would make sizes too small to see.
      return [0, Math.max(largest, Math.min(most, 2 * largest)) * 1.12];
    },
    words: (cu) => `${cu} CU`,
    series: ({ demand, demandSoft }) => [
      { stroke: demand, fill: demandSoft, width: 1, ...(stepped && { paths: stepped }) },
      { stroke: demand, width: 1, dash: [3, 3], ...(stepped && { paths: stepped }) },
    ],
    data: ({ now: { columns }, demand }) => [
      [...columns.atMs],
      [...columns.usedVcpu],
      columns.atMs.map((_, at) => demand?.[at] ?? null),
    ],
    behind: (chart, { now, colours }) => drawBehind(chart, now, colours),
    inFront: (chart, { now, pinned, colours }) => drawInFront(chart, now, pinned, colours),
  },
  {
    name: 'cache',
    title: 'Reads from the cache',
    scale: 'hits',
    heightPx: 110,
    isFor: ({ now, pinned }) =>
      [now, pinned].some((one) => one?.columns.hitRatio.some((hits) => hits !== null)),
    range: () => [0, 1.05],
    words: (share) => `${Math.round(share * 100)}%`,
    series: ({ main, other }) => [
      { stroke: main, width: 1.5, spanGaps: false },
      { stroke: other, width: 1.5, dash: [6, 4] },
    ],
    data: ({ now, pinned }) => [
      [...now.columns.atMs],
      [...now.columns.hitRatio],
      now.columns.atMs.map((_, at) => pinned?.columns.hitRatio[at] ?? null),
    ],
  },
  {
    name: 'bill',
    title: 'Bill so far',
    scale: 'money',
    heightPx: 130,
    isLast: true,
    isFor: () => true,
    range: ({ now, pinned }) => {
      const most = Math.max(now.bill.cost.at(-1) ?? 0, pinned?.bill.cost.at(-1) ?? 0);
      return [0, most === 0 ? 1 : most * 1.1];
    },
    words: (cost, { now }) =>
      cost.toLocaleString('en', { style: 'currency', currency: now.currency, maximumFractionDigits: 2 }),
    series: ({ main, other }) => [
      { stroke: main, width: 2, spanGaps: true },
      { stroke: other, width: 2, dash: [6, 4], spanGaps: true },
    ],
    data: ({ now, pinned }) =>
      uPlot.join([
        [[...now.bill.atMs], [...now.bill.cost]],
        pinned === null ? [[], []] : [[...pinned.bill.atMs], [...pinned.bill.cost]],
      ]),
  },
];

function titleOf(words: string): HTMLElement {
  const title = document.createElement('p');
  title.className = 'panel-title';
  title.textContent = words;
  return title;
}

function namesOf(shown: ShownRuns): string {
  return PANELS.filter((panel) => panel.isFor(shown))
    .map(({ name }) => name)
    .join();
}

function spanOf({ fromMs, untilMs }: RunPicture): [number, number] {
  return [fromMs, untilMs];
}
