// Draws the charts of a page in the theme and the width of the reader, and keeps all charts over time at the same part
// of it. It is a plain script, because the page contains it. `PageChart` describes its data.

interface ShownChart {
  readonly name: string;
  readonly spec: object;
  readonly dark: readonly (readonly [path: readonly string[], value: unknown])[];
  readonly isFluid: boolean;
  readonly time: readonly [from: number, until: number] | null;
}

interface View {
  width(): number;
  width(value: number): View;
  signal(name: string, value: number): View;
  run(): View;
  runAsync(): Promise<View>;
  origin(): [x: number, y: number];
  finalize(): void;
}

declare const vega: {
  readonly View: new (runtime: object, options: object) => View;
  parse(spec: object): object;
};

interface Shown {
  readonly chart: ShownChart;
  readonly host: HTMLElement;
  view: View | null;
  brush: HTMLElement | null;
  /** Resolves when the last work on the chart is done. */
  lastWork: Promise<void>;
}

const NARROWEST = 150;
/** The approximate width of the labels of an axis. */
const AXIS_LABELS_WIDTH = 40;
const PAPER_WIDTH = 660;
const STEPS = 100;

const dark = matchMedia('(prefers-color-scheme: dark)');
const shown: Shown[] = (
  JSON.parse(document.getElementById('data')?.textContent ?? '[]') as ShownChart[]
).flatMap((chart) => {
  const host = [...document.querySelectorAll<HTMLElement>('[data-chart]')].find(
    (one) => one.dataset.chart === chart.name,
  );
  return host === undefined ? [] : [{ chart, host, view: null, brush: null, lastWork: Promise.resolve() }];
});
const overview = shown.find(({ chart }) => chart.name === 'overview');
const whole = overview?.chart.time ?? shown.find(({ chart }) => chart.time !== null)?.chart.time ?? [0, 1];
let time: readonly [from: number, until: number] = whole;
/** The shortest part that can be chosen, about a pixel of the overview. */
const leastMs = (whole[1] - whole[0]) / 2000;

function draw(one: Shown, isDark: boolean, room?: number): Promise<void> {
  return inTurn(one, () => drawNow(one, isDark, room));
}

/** Runs work on a chart after its earlier work. Two concurrent changes of width would disturb each other. */
function inTurn(one: Shown, work: () => Promise<void>): Promise<void> {
  one.lastWork = one.lastWork.then(work);
  return one.lastWork;
}

async function drawNow(one: Shown, isDark: boolean, room?: number): Promise<void> {
  one.view?.finalize();
  const spec = structuredClone(one.chart.spec);
  if (isDark) for (const [path, value] of one.chart.dark) put(spec, path, value);
  one.host.replaceChildren();
  const view = new vega.View(vega.parse(spec), { renderer: 'svg', container: one.host, logLevel: 1 });
  one.view = view;
  const [from, until] = one === overview ? whole : time;
  if (one.chart.time !== null) view.signal('timeFrom', from).signal('timeUntil', until);
  // A first width near the final one saves a round of drawing.
  if (one.chart.isFluid) view.width(Math.max(NARROWEST, (room ?? one.host.clientWidth) - AXIS_LABELS_WIDTH));
  await view.runAsync();
  one.host.querySelector('svg')?.setAttribute('aria-hidden', 'true');
  await widen(one, room);
  addBrush(one);
}

function put(value: object, path: readonly string[], leaf: unknown): void {
  const [key, ...rest] = path as [string, ...string[]];
  const parts = value as Record<string, unknown>;
  if (rest.length === 0) parts[key] = leaf;
  else put(parts[key] as object, rest, leaf);
}

/** Widens a chart to its room. It takes two rounds, because axis labels may need other room in another width. */
async function widen({ chart, host, view }: Shown, room = host.clientWidth): Promise<void> {
  if (!chart.isFluid || view === null) return;
  for (let round = 0; round < 2; round++) {
    const svgWidth = Number(host.querySelector('svg')?.getAttribute('width') ?? 0);
    const width = Math.max(NARROWEST, Math.floor(room - (svgWidth - view.width())));
    if (width !== view.width()) await view.width(width).runAsync();
  }
}

async function drawAll(isDark: boolean, room?: number): Promise<void> {
  await Promise.all(shown.map((one) => draw(one, isDark, room)));
  showStatus();
}

/** Draws the visible charts first, so that they can be used early. The others are drawn when the browser is idle. */
async function drawInTurns(): Promise<void> {
  const isInSight = ({ host }: Shown) => host.getBoundingClientRect().top < innerHeight;
  const drawMissing = (those: readonly Shown[]) =>
    Promise.all(those.filter(({ view }) => view === null).map((one) => draw(one, dark.matches)));
  await drawMissing(shown.filter(isInSight));
  showStatus();
  document.documentElement.dataset.ready = 'first';
  for (const one of shown) {
    await idle();
    // The reader may have scrolled to other charts meanwhile.
    await drawMissing(shown.filter(isInSight));
    await drawMissing([one]);
  }
  showStatus();
  document.documentElement.dataset.ready = 'all';
}

/** Resolves when the browser is idle, or at the next frame if the browser has no idle callback. */
function idle(): Promise<void> {
  const ask = window.requestIdleCallback ?? requestAnimationFrame;
  return new Promise((resolve) => ask(() => resolve()));
}

/** Shows a part of the time in all charts, once for each frame. */
let isAsked = false;
function choose(from: number, until: number): void {
  const [start, end] = whole;
  const length = Math.min(Math.max(until - from, leastMs), end - start);
  const first = Math.min(Math.max(from, start), end - length);
  time = [first, first + length];
  if (isAsked) return;
  isAsked = true;
  requestAnimationFrame(() => {
    isAsked = false;
    for (const one of shown)
      if (one !== overview && one.chart.time !== null)
        one.view?.signal('timeFrom', time[0]).signal('timeUntil', time[1]).run();
    showStatus();
  });
}

function words(localMs: number): string {
  return new Date(localMs)
    .toISOString()
    .replace('T', ' ')
    .slice(0, time[1] - time[0] < 600_000 ? 19 : 16);
}

function showStatus(): void {
  const isWhole = time[0] === whole[0] && time[1] === whole[1];
  const status = document.getElementById('shown');
  const text = `${isWhole ? 'All of the time' : 'Shown'}: ${words(time[0])} to ${words(time[1])}`;
  if (status !== null && status.textContent !== text) status.textContent = text;
  const button = document.getElementById('whole') as HTMLButtonElement | null;
  if (button !== null) button.disabled = isWhole;
  placeChosen();
}

/** Lets readers choose a part of the time by dragging across a plot. In the overview, keys move the ends too. */
function addBrush(one: Shown): void {
  const { view, host, chart } = one;
  if (view === null || chart.time === null) return;
  const brush = document.createElement('div');
  brush.className = 'brush';
  const chosen = document.createElement('div');
  chosen.className = 'chosen';
  chosen.hidden = one !== overview;
  brush.append(chosen);
  one.brush = brush;
  host.append(brush);
  placeBrush(one);
  const timeAt = (x: number) => {
    const { left, width } = brush.getBoundingClientRect();
    const [from, until] = one === overview ? whole : time;
    return from + Math.min(1, Math.max(0, (x - left) / width)) * (until - from);
  };
  brush.addEventListener('pointerdown', (down) => {
    if (down.button !== 0 || (down.target as Element).classList.contains('edge')) return;
    brush.setPointerCapture(down.pointerId);
    const begun = timeAt(down.clientX);
    const { left } = brush.getBoundingClientRect();
    let part: readonly [number, number] | null = null;
    const move = (event: PointerEvent) => {
      if (part === null && Math.abs(event.clientX - down.clientX) < 4) return;
      const at = timeAt(event.clientX);
      part = [Math.min(begun, at), Math.max(begun, at)];
      if (one === overview) choose(...part);
      else {
        const [a, b] = [down.clientX - left, event.clientX - left].sort((x, y) => x - y) as [number, number];
        chosen.hidden = false;
        chosen.style.left = `${Math.max(0, a)}px`;
        chosen.style.width = `${Math.min(brush.clientWidth, b) - Math.max(0, a)}px`;
      }
    };
    const end = () => {
      brush.removeEventListener('pointermove', move);
      if (one !== overview) {
        chosen.hidden = true;
        if (part !== null) choose(...part);
      }
    };
    brush.addEventListener('pointermove', move);
    brush.addEventListener('pointerup', end, { once: true });
    brush.addEventListener('pointercancel', end, { once: true });
  });
  brush.addEventListener('dblclick', () => choose(...whole));
  if (one === overview)
    brush.append(edge('First instant shown', 0, timeAt), edge('Last instant shown', 1, timeAt));
}

function edge(label: string, which: 0 | 1, timeAt: (x: number) => number): HTMLElement {
  const handle = document.createElement('div');
  handle.className = 'edge';
  handle.tabIndex = 0;
  handle.setAttribute('role', 'slider');
  handle.setAttribute('aria-label', label);
  const move = (to: number) => {
    if (which === 0) choose(Math.min(to, time[1] - leastMs), time[1]);
    else choose(time[0], Math.max(to, time[0] + leastMs));
  };
  handle.addEventListener('keydown', (event) => {
    const step = (whole[1] - whole[0]) / STEPS;
    const by: Readonly<Record<string, number>> = {
      ArrowLeft: -step,
      ArrowDown: -step,
      ArrowRight: step,
      ArrowUp: step,
      PageDown: -10 * step,
      PageUp: 10 * step,
      Home: whole[0] - whole[1],
      End: whole[1] - whole[0],
    };
    const change = by[event.key];
    if (change === undefined) return;
    event.preventDefault();
    move(Math.min(whole[1], Math.max(whole[0], time[which] + (event.shiftKey ? change / 10 : change))));
  });
  handle.addEventListener('pointerdown', (event) => {
    event.stopPropagation();
    handle.setPointerCapture(event.pointerId);
    const follow = (at: PointerEvent) => move(timeAt(at.clientX));
    handle.addEventListener('pointermove', follow);
    handle.addEventListener('pointerup', () => handle.removeEventListener('pointermove', follow), {
      once: true,
    });
  });
  return handle;
}

function placeBrush({ view, host, brush }: Shown): void {
  const svg = host.querySelector('svg');
  if (view === null || brush === null || svg === null) return;
  const [left] = view.origin();
  brush.style.left = `${left}px`;
  brush.style.width = `${view.width()}px`;
  brush.style.top = '0';
  brush.style.height = `${svg.getAttribute('height')}px`;
}

function placeChosen(): void {
  const brush = overview?.brush;
  const chosen = brush?.querySelector<HTMLElement>('.chosen');
  if (!brush || !chosen) return;
  const share = (at: number) => (100 * (at - whole[0])) / (whole[1] - whole[0]);
  chosen.style.left = `${share(time[0])}%`;
  chosen.style.width = `${share(time[1]) - share(time[0])}%`;
  [...brush.querySelectorAll<HTMLElement>('.edge')].forEach((handle, i) => {
    const at = time[i as 0 | 1];
    handle.style.left = `${share(at)}%`;
    handle.setAttribute('aria-valuemin', '0');
    handle.setAttribute('aria-valuemax', '100');
    handle.setAttribute('aria-valuenow', String(Math.round(share(at))));
    handle.setAttribute('aria-valuetext', words(at));
  });
}

const panel = document.getElementById('time');
if (panel !== null) panel.hidden = false;
document.getElementById('whole')?.addEventListener('click', () => choose(...whole));
dark.addEventListener('change', () => drawAll(dark.matches));
let lastWidth = document.documentElement.clientWidth;
addEventListener('resize', () => {
  if (document.documentElement.clientWidth === lastWidth) return;
  lastWidth = document.documentElement.clientWidth;
  for (const one of shown) inTurn(one, () => widen(one)).then(() => placeBrush(one));
});
addEventListener('beforeprint', () => drawAll(false, PAPER_WIDTH));
addEventListener('afterprint', () => drawAll(dark.matches));
drawInTurns();
