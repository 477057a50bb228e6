import { momentWords } from '../../parts/words.ts';
import type { ShownChange } from '../../state/history.ts';
import { isRunning, PHASE_WORDS, type Phase } from '../../state/phase.ts';
import { ticksBetween } from './time-ticks.ts';

const HEIGHT_PX = 176;
const LEFT_PX = 54;
const RIGHT_PX = 20;
const TOP_PX = 10;
const BAND_PX = 16;
const AXIS_PX = 20;
/** The gap between the plot of sizes and the band of states. */
const GAP_PX = 6;
const PLOT_PX = HEIGHT_PX - TOP_PX - BAND_PX - GAP_PX - AXIS_PX;
const TICK_EVERY_PX = 72;
const LABEL_FITS_PX = 64;
/** The least width of a passing state: a start takes a fraction of a second, and should be visible in a day. */
const PASSING_PX = 3;

/** Draws the size as steps and the states as a band below it, with time to the right. */
export function TimelineChart({ changes, fromMs, untilMs, topCu, bottomCu, widthPx }: TimelineChartProps) {
  const plotPx = Math.max(1, widthPx - LEFT_PX - RIGHT_PX);
  const x = (atMs: number) => LEFT_PX + (Math.max(0, atMs - fromMs) / (untilMs - fromMs)) * plotPx;
  const y = (cu: number) => TOP_PX + PLOT_PX * (1 - cu / topCu);
  const stretches = stretchesOf(changes, fromMs, untilMs);
  const bandTop = TOP_PX + PLOT_PX + GAP_PX;
  const levels = [...new Set([0, bottomCu, topCu])].filter(
    (cu) => cu === 0 || cu === topCu || (y(0) - y(cu) > 12 && y(cu) - y(topCu) > 12),
  );
  const last = changes.at(-1);
  const summary =
    last === undefined
      ? 'Nothing is known yet.'
      : `${PHASE_WORDS[last.phase]}${last.cu === null ? '' : ` at ${last.cu} CU`} since ${momentWords(last.atMs)}.`;
  return (
    <svg
      class="chart"
      width={widthPx}
      height={HEIGHT_PX}
      viewBox={`0 0 ${widthPx} ${HEIGHT_PX}`}
      role="img"
      aria-label={`State and size over time. ${summary}`}
    >
      <title>State and size over time</title>
      {levels.map((cu) => (
        <g key={cu}>
          <line class="grid" x1={LEFT_PX} x2={LEFT_PX + plotPx} y1={y(cu)} y2={y(cu)} />
          <text class="axis" x={LEFT_PX - 6} y={y(cu) + 4} text-anchor="end">
            {cu} CU
          </text>
        </g>
      ))}
      {ticksBetween(fromMs, untilMs, Math.max(2, Math.floor(plotPx / TICK_EVERY_PX))).map(
        ({ atMs, words }) => (
          <g key={atMs}>
            <line class="grid" x1={x(atMs)} x2={x(atMs)} y1={TOP_PX} y2={bandTop + BAND_PX} />
            <text class="axis" x={x(atMs)} y={HEIGHT_PX - 4} text-anchor="middle">
              {words}
            </text>
          </g>
        ),
      )}
      {bandsOf(stretches).map(({ fromMs: beganMs, untilMs: endedMs, phase }) => {
        const left = x(beganMs);
        const width = Math.max(isSettled(phase) ? 1 : PASSING_PX, x(endedMs) - left);
        return (
          <g key={beganMs}>
            <rect class={`band-${phase}`} x={left} y={bandTop} width={width} height={BAND_PX} />
            {width > LABEL_FITS_PX && (
              <text class="band-label" x={left + 6} y={bandTop + BAND_PX - 4.5}>
                {PHASE_WORDS[phase]}
              </text>
            )}
          </g>
        );
      })}
      {stretches.map(
        ({ fromMs: beganMs, untilMs: endedMs, cu }) =>
          cu !== null && (
            <rect
              key={beganMs}
              class="size-area"
              x={x(beganMs)}
              y={y(cu)}
              width={x(endedMs) - x(beganMs)}
              height={y(0) - y(cu)}
            />
          ),
      )}
      <path class="size-line" d={sizeLine(stretches, x, y)} />
    </svg>
  );
}

interface TimelineChartProps {
  readonly changes: readonly ShownChange[];
  readonly fromMs: number;
  readonly untilMs: number;
  readonly topCu: number;
  readonly bottomCu: number;
  readonly widthPx: number;
}

interface Stretch extends ShownChange {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** The stretches between changes, cut to the visible part. */
function stretchesOf(changes: readonly ShownChange[], fromMs: number, untilMs: number): Stretch[] {
  return changes
    .map((change, i) => ({
      ...change,
      fromMs: Math.max(fromMs, change.atMs),
      untilMs: changes[i + 1]?.atMs ?? untilMs,
    }))
    .filter((stretch) => stretch.untilMs > stretch.fromMs);
}

/** Joins neighbouring stretches of one state with different sizes. */
function bandsOf(stretches: readonly Stretch[]): Stretch[] {
  const bands: Stretch[] = [];
  for (const stretch of stretches) {
    const last = bands.at(-1);
    if (last?.phase === stretch.phase) bands[bands.length - 1] = { ...last, untilMs: stretch.untilMs };
    else bands.push(stretch);
  }
  // Passing states are drawn last, so that their neighbours do not hide them.
  return bands.sort((a, b) => Number(isSettled(b.phase)) - Number(isSettled(a.phase)));
}

function isSettled(phase: Phase): boolean {
  return phase === 'active' || phase === 'idle';
}

/** The line of sizes: zero while the compute sleeps, and interrupted where the size is unknown. */
function sizeLine(
  stretches: readonly Stretch[],
  x: (atMs: number) => number,
  y: (cu: number) => number,
): string {
  let path = '';
  let isDrawing = false;
  for (const { fromMs, untilMs, phase, cu } of stretches) {
    const level = cu ?? (isRunning(phase) ? null : 0);
    if (level === null) {
      isDrawing = false;
      continue;
    }
    path += `${isDrawing ? 'L' : 'M'}${x(fromMs).toFixed(1)} ${y(level).toFixed(1)}H${x(untilMs).toFixed(1)}`;
    isDrawing = true;
  }
  return path;
}
