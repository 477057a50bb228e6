import type uPlot from 'uplot';
import type { Met } from '../../picture/met.ts';
import type { RunPicture } from '../../picture/run-picture.ts';
import type { SizeStep } from '../../picture/size-step.ts';
import type { Colours } from './colours.ts';

/** The scale of the chart that sizes and CPU share. */
export const CU = 'cu';

/** Draws the range of sizes as a band, and hatches sleep. */
export function drawBehind(chart: uPlot, { range, asleep }: RunPicture, colours: Colours): void {
  const { ctx } = chart;
  const { left, top, width, height } = chart.bbox;
  clipped(chart, () => {
    const [high, low] = [y(chart, range.maxCu), y(chart, range.minCu)];
    ctx.fillStyle = colours.mainSoft;
    ctx.globalAlpha = 0.5;
    ctx.fillRect(left, high, width, Math.max(1, low - high));
    ctx.globalAlpha = 1;
    const hatch = hatchOf(ctx, colours);
    if (hatch === null) return;
    ctx.fillStyle = hatch;
    for (const { fromMs, untilMs } of asleep) {
      const [from, until] = [x(chart, fromMs), x(chart, untilMs)];
      if (until >= left && from <= left + width) ctx.fillRect(from, top, Math.max(0.5, until - from), height);
    }
  });
}

/** Draws sizes as lines with steps, waiting clients as dots, and errors as red marks. */
export function drawInFront(
  chart: uPlot,
  now: RunPicture,
  pinned: RunPicture | null,
  colours: Colours,
): void {
  clipped(chart, () => {
    const { top, height } = chart.bbox;
    if (pinned !== null) {
      drawSteps(chart, pinned.steps, pinned.untilMs, colours.other, [6, 4]);
      drawCrosses(chart, pinned.errors, top + 24 * devicePixelRatio, colours.other);
    }
    drawSteps(chart, now.steps, now.untilMs, colours.main, []);
    drawDots(chart, now.waits, top + height - 8 * devicePixelRatio, colours.demand);
    drawCrosses(chart, now.errors, top + 8 * devicePixelRatio, colours.limit);
  });
}

function drawSteps(
  chart: uPlot,
  steps: readonly SizeStep[],
  untilMs: number,
  colour: string,
  dashes: readonly number[],
): void {
  const { ctx } = chart;
  const { min = 0, max = 0 } = chart.scales.x ?? {};
  const first = Math.max(
    0,
    steps.findLastIndex(({ atMs }) => atMs <= min),
  );
  ctx.beginPath();
  let height: number | null = null;
  for (let at = first; at < steps.length; at++) {
    const { atMs, cu } = steps[at] as SizeStep;
    const across = x(chart, atMs);
    if (height !== null) ctx.lineTo(across, height);
    height = y(chart, cu);
    if (at === first) ctx.moveTo(across, height);
    else ctx.lineTo(across, height);
    if (atMs > max) break;
  }
  if (height !== null) ctx.lineTo(x(chart, untilMs), height);
  ctx.strokeStyle = colour;
  ctx.lineWidth = 2 * devicePixelRatio;
  ctx.setLineDash(dashes.map((px) => px * devicePixelRatio));
  ctx.stroke();
  ctx.setLineDash([]);
}

/** Draws a dot for each group of clients. Its area grows with their number. */
function drawDots(chart: uPlot, met: readonly Met[], height: number, colour: string): void {
  const { ctx } = chart;
  ctx.fillStyle = colour;
  for (const { atMs, clients } of met) {
    ctx.beginPath();
    ctx.arc(x(chart, atMs), height, radius(clients), 0, 2 * Math.PI);
    ctx.fill();
  }
}

function drawCrosses(chart: uPlot, met: readonly Met[], height: number, colour: string): void {
  const { ctx } = chart;
  ctx.strokeStyle = colour;
  ctx.lineWidth = 2 * devicePixelRatio;
  ctx.beginPath();
  for (const { atMs, clients } of met) {
    const [across, half] = [x(chart, atMs), radius(clients)];
    ctx.moveTo(across - half, height - half);
    ctx.lineTo(across + half, height + half);
    ctx.moveTo(across - half, height + half);
    ctx.lineTo(across + half, height - half);
  }
  ctx.stroke();
}

function radius(clients: number): number {
  return Math.min(9, 1.5 + Math.sqrt(clients)) * devicePixelRatio;
}

function hatchOf(ctx: CanvasRenderingContext2D, { other }: Colours): CanvasPattern | null {
  const tile = document.createElement('canvas');
  const side = Math.round(8 * devicePixelRatio);
  tile.width = side;
  tile.height = side;
  const lines = tile.getContext('2d');
  if (lines === null) return null;
  lines.strokeStyle = other;
  lines.globalAlpha = 0.45;
  lines.lineWidth = devicePixelRatio;
  lines.beginPath();
  // The corners are drawn too, so that the tiles fit.
  for (const shift of [-side, 0, side]) {
    lines.moveTo(shift, side);
    lines.lineTo(shift + side, 0);
  }
  lines.stroke();
  return ctx.createPattern(tile, 'repeat');
}

function clipped(chart: uPlot, draw: () => void): void {
  const { ctx } = chart;
  const { left, top, width, height } = chart.bbox;
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, top, width, height);
  ctx.clip();
  draw();
  ctx.restore();
}

function x(chart: uPlot, ms: number): number {
  return chart.valToPos(ms, 'x', true);
}

function y(chart: uPlot, cu: number): number {
  return chart.valToPos(cu, CU, true);
}
