import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { atTime } from '../../picture/at-time.ts';
import type { RunPicture } from '../../picture/run-picture.ts';
import { type ShownRuns, TimeCharts } from '../charts/time-charts.ts';

/** The charts over time, with buttons and keys to move in them, and what happened at the cursor. */
export function TimeView(shown: ShownRuns) {
  const root = useRef<HTMLDivElement>(null);
  const charts = useRef<TimeCharts | null>(null);
  const [cursorMs, setCursorMs] = useState<number | null>(null);
  const draws = useRef(0);

  useLayoutEffect(() => {
    const element = root.current;
    if (element === null) return;
    if (charts.current === null) charts.current = new TimeCharts(element, shown, setCursorMs);
    else charts.current.show(shown);
    element.dataset.draws = String(++draws.current);
  }, [shown.now, shown.pinned, shown.demand, shown.colours]);

  useEffect(() => {
    const resized = new ResizeObserver(() => charts.current?.resize());
    if (root.current !== null) resized.observe(root.current);
    return () => {
      resized.disconnect();
      charts.current?.close();
      charts.current = null;
    };
  }, []);

  /** Returns whether the key does something. */
  const act = (key: string): boolean => {
    const move = KEYS[key];
    if (move === undefined || charts.current === null) return false;
    move(charts.current);
    return true;
  };
  return (
    <section class="time" aria-label="What happens over time">
      <div class="buttons">
        {BUTTONS.map(([key, label]) => (
          <button key={key} type="button" onClick={() => act(key)}>
            {label}
          </button>
        ))}
      </div>
      <div
        ref={root}
        class="charts"
        role="slider"
        tabIndex={0}
        aria-label={`Time. ${shown.now.answer} Arrow keys move the cursor, + and - zoom.`}
        aria-valuemin={shown.now.fromMs}
        aria-valuemax={shown.now.untilMs}
        aria-valuenow={cursorMs ?? shown.now.fromMs}
        aria-valuetext={cursorMs === null ? 'nowhere yet' : timeWords(shown.now, cursorMs)}
        onKeyDown={(event) => {
          // With these keys, the browser zooms and goes back.
          if (event.ctrlKey || event.metaKey || event.altKey) return;
          if (act(event.key)) event.preventDefault();
        }}
      />
      <Cursor picture={shown.now} ms={cursorMs} />
      <ul class="legend" aria-label="Legend">
        <li class="size">size</li>
        <li class="band">minimum to maximum</li>
        <li class="asleep">asleep</li>
        <li class="used">CPU used</li>
        <li class="demand">CPU that clients want</li>
        <li class="waiting">clients that wait for a start</li>
        <li class="errors">clients with an error</li>
        {shown.pinned && <li class="pinned">A, pinned</li>}
      </ul>
    </section>
  );
}

const BUTTONS = [
  ['+', 'Zoom in'],
  ['-', 'Zoom out'],
  ['PageUp', 'Earlier'],
  ['PageDown', 'Later'],
  ['0', 'Show all'],
] as const;

const KEYS: Readonly<Record<string, (charts: TimeCharts) => void>> = {
  '+': (charts) => charts.change(0.5, 0),
  '=': (charts) => charts.change(0.5, 0),
  '-': (charts) => charts.change(2, 0),
  PageUp: (charts) => charts.change(1, -0.5),
  PageDown: (charts) => charts.change(1, 0.5),
  ArrowLeft: (charts) => charts.moveCursor(-0.01),
  ArrowRight: (charts) => charts.moveCursor(0.01),
  '0': (charts) => charts.showAll(),
};

function Cursor({ picture, ms }: { readonly picture: RunPicture; readonly ms: number | null }) {
  if (ms === null) return <p class="cursor quiet">Point at the charts to see what happens at a time.</p>;
  const { size, why, client, used, bill } = atTime(picture, ms);
  const money = bill.toLocaleString('en', { style: 'currency', currency: picture.currency });
  return (
    <p class="cursor">
      <strong>{timeWords(picture, ms)}</strong> {size}
      {why === '' ? '' : ` (${why})`}; {used}; {money} so far. {client}
    </p>
  );
}

function timeWords({ timezone }: RunPicture, ms: number): string {
  return new Date(ms).toLocaleString('en-GB', {
    timeZone: timezone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
}
