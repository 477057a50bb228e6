import type { RunPicture } from './run-picture.ts';

/** The state of a run at a time, in sentences. */
interface AtTime {
  readonly size: string;
  /** Why the size is what it is. Empty if the change is not listed. */
  readonly why: string;
  readonly client: string;
  readonly used: string;
  readonly bill: number;
}

export function atTime(picture: RunPicture, ms: number): AtTime {
  const step = picture.steps.findLast(({ atMs }) => atMs <= ms) ?? picture.steps[0];
  const { columns, bill } = picture;
  const at = Math.min(
    columns.atMs.length - 1,
    Math.max(0, Math.floor((ms - picture.fromMs) / columns.stepMs)),
  );
  const used = columns.usedVcpu[at] ?? 0;
  return {
    size: step === undefined ? '' : sizeWords(step.cu, step.pending),
    why: step?.reason ?? '',
    client: clientWords(picture, ms, at),
    used: `${used.toFixed(2)} vCPU used`,
    bill: interpolated(bill.atMs, bill.cost, ms),
  };
}

function sizeWords(cu: number, pending: string | null): string {
  if (pending === 'active') return 'Starting';
  if (cu === 0) return 'Asleep';
  return pending === 'idle' ? `${cu} CU, going to sleep` : `${cu} CU`;
}

/** Says how a client fares that comes at a time. */
function clientWords(picture: RunPicture, ms: number, at: number): string {
  const { columns, errors, figures } = picture;
  const from = columns.atMs[at] ?? ms;
  const near = errors.filter(({ atMs }) => atMs >= from && atMs < from + columns.stepMs);
  if (near.length > 0)
    return `In this time: ${near.map(({ clients, what }) => `${clients} ${clients === 1 ? 'client' : 'clients'} ${what}`).join(', ')}.`;
  const step = picture.steps.findLast(({ atMs }) => atMs <= ms);
  if (step?.pending === 'active') return 'A client that comes now waits until the start is done.';
  if (step?.cu === 0)
    return figures.wakeWaitMs === null
      ? 'A client that comes now wakes the compute and waits for the start.'
      : `A client that comes now wakes the compute and waits about ${figures.wakeWaitMs} ms.`;
  // After the listed changes, a step may have a size and sleep too.
  if (picture.asleep.some(({ fromMs, untilMs }) => ms >= fromMs && ms < untilMs))
    return 'The compute sleeps for a part of this time.';
  const throttled = columns.throttled[at] ?? 0;
  return throttled > 0
    ? `Queries wait for CPU in ${throttled < 0.01 ? 'less than 1%' : `${Math.round(throttled * 100)}%`} of this time.`
    : 'A client that comes now is served at once.';
}

function interpolated(xs: readonly number[], ys: readonly number[], x: number): number {
  const after = xs.findIndex((one) => one > x);
  if (after < 0) return ys.at(-1) ?? 0;
  if (after === 0) return ys[0] ?? 0;
  const [x0, x1] = [xs[after - 1] as number, xs[after] as number];
  const [y0, y1] = [ys[after - 1] as number, ys[after] as number];
  return y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
}
