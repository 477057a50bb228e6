import { computeCostMicros, cuOf, quarterCu } from '../../facts/index.ts';
import type { Run } from '../../simulator/index.ts';
import { money, numberWords } from '../words/format.ts';

interface WatchView {
  readonly speed: number;
  readonly paused: boolean;
  readonly columns: number;
}

const MOST_COMPUTES = 8;

/** Draws the current state of a run in lines that fit the terminal. */
export function watchFrame(run: Run, { speed, paused, columns }: WatchView): string[] {
  const { simulation, nowMs } = run;
  const local = new Date(simulation.zone.localMs(simulation.startMs + nowMs))
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ');
  const share = nowMs / simulation.horizonMs;
  const lines = [
    `${local} ${simulation.zone.name}  ${paused ? 'paused' : `${numberWords(speed)}x`}`,
    ...run.computes.slice(0, MOST_COMPUTES).flatMap((compute) => computeLines(run, compute, nowMs)),
    ...(run.computes.length > MOST_COMPUTES
      ? [`and ${run.computes.length - MOST_COMPUTES} more computes`]
      : []),
    `${bar(share, Math.max(10, Math.min(40, columns - 40)))} ${Math.floor(share * 100)}%  space pause  +/- speed  q quit`,
  ];
  return lines.map((line) => line.slice(0, Math.max(1, columns - 1)));
}

function computeLines({ simulation }: Run, compute: Run['computes'][number], nowMs: number): string[] {
  const { plan, meter, clients, core } = compute;
  const { currentState, pendingState } = compute.view;
  const price = simulation.prices.computeMicrosPerCuHour[simulation.plan];
  const cost = money(computeCostMicros(meter.quarterCuMsAt(nowMs), price), simulation.prices.currency);
  const awake = currentState === 'active';
  const state = `${currentState ?? '-'}${pendingState === null ? '' : ` > ${pendingState}`}${core.life.barred ? ' (barred)' : ''}`;
  const size = awake ? `${numberWords(cuOf(compute.size))} CU` : 'asleep';
  const share = awake ? compute.size / quarterCu(plan.size.maxCu) : 0;
  return [
    `${plan.name.slice(0, 20).padEnd(20)} ${state.padEnd(16)} ${bar(share, 16)} ${size}`,
    `${''.padEnd(20)} ${compute.connections} connections, ${clients.busy} queries, ${clients.waitingForStart} waiting, ${cost} so far`,
  ];
}

function bar(share: number, width: number): string {
  const full = Math.max(0, Math.min(width, Math.round(share * width)));
  return `[${'#'.repeat(full)}${'.'.repeat(width - full)}]`;
}
