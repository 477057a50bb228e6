import {
  BehaviorSubject,
  combineLatest,
  defaultIfEmpty,
  EMPTY,
  fromEvent,
  interval,
  lastValueFrom,
  map,
  merge,
  Observable,
  Subject,
  switchMap,
  takeUntil,
  takeWhile,
  tap,
} from 'rxjs';
import { loadScenario, type SimulationOptions } from '../../library/index.ts';
import { watchFrame } from '../../report/index.ts';
import { Run, type RunEvent } from '../../simulator/index.ts';
import { Interrupted } from '../terminal/interruption.ts';
import type { Screen, Terminal } from '../terminal/terminal.ts';

export interface WatchOptions extends SimulationOptions {
  readonly speed: number;
}

/** Real time between two frames. */
const FRAME_MS = 100;

/** Each frame advances virtual time by as much as the speed says. */
export async function runWatch(file: string, options: WatchOptions, terminal: Terminal): Promise<void> {
  const { simulation } = await loadScenario(file, { ...options, map: [] }, terminal);
  const { screen } = terminal;
  const run = new Run(
    simulation,
    screen === null ? (event) => terminal.out(eventLine(event, simulation.startMs)) : null,
  );
  const speed = new BehaviorSubject(options.speed);
  const paused = new BehaviorSubject(false);
  const stop = new Subject<'quit' | 'interrupted'>();
  let ended: 'quit' | 'interrupted' | null = null;
  stop.subscribe((how) => {
    ended = how;
  });

  const frames = combineLatest([speed, paused]).pipe(
    switchMap(([times, waits]) => (waits ? EMPTY : interval(FRAME_MS).pipe(map(() => times)))),
    tap((times) => run.advance(Math.min(simulation.horizonMs, run.nowMs + Math.round(FRAME_MS * times)))),
    takeWhile(() => run.nowMs < simulation.horizonMs, true),
    takeUntil(stop),
  );
  const drawn = combineLatest([merge(frames, speed), paused]).pipe(
    tap(([, waits]) =>
      screen?.draw(watchFrame(run, { speed: speed.value, paused: waits, columns: screen.columns })),
    ),
    takeUntil(stop),
    takeWhile(() => run.nowMs < simulation.horizonMs),
  );
  const keys =
    screen === null ? null : keysOf(screen).subscribe((key) => steer(key, { speed, paused, stop }));
  const interrupts = merge(
    fromEvent(terminal.signals, 'SIGINT'),
    fromEvent(terminal.signals, 'SIGTERM'),
  ).subscribe(() => stop.next('interrupted'));
  try {
    await lastValueFrom(drawn.pipe(defaultIfEmpty(null)));
  } finally {
    keys?.unsubscribe();
    interrupts.unsubscribe();
    screen?.close();
  }
  if (ended === 'interrupted') {
    const at = new Date(simulation.startMs + run.nowMs).toISOString().slice(0, 19);
    if (screen === null) terminal.out(`Interrupted at ${at}Z.\n`);
    throw new Interrupted('the rest was not watched');
  }
}

function keysOf(screen: Screen): Observable<string> {
  return new Observable((subscriber) => screen.onKey((key) => subscriber.next(key)));
}

interface Steering {
  readonly speed: BehaviorSubject<number>;
  readonly paused: BehaviorSubject<boolean>;
  readonly stop: Subject<'quit' | 'interrupted'>;
}

const FASTEST = 99_999_999;

function steer(key: string, { speed, paused, stop }: Steering): void {
  if (key === ' ') paused.next(!paused.value);
  else if (key === '+') speed.next(Math.min(FASTEST, speed.value * 2));
  else if (key === '-') speed.next(Math.max(1, speed.value / 2));
  else if (key === 'q') stop.next('quit');
  else if (key === '\u0003') stop.next('interrupted');
}

/** The line of a change if the output is not a terminal. All other events are left to the events file of `simulate`. */
function eventLine({ atMs, compute, kind, ...detail }: RunEvent, startMs: number): string {
  if (kind !== 'state' && kind !== 'resized') return '';
  const at = new Date(startMs + atMs).toISOString().slice(0, 19);
  const state =
    kind === 'state'
      ? `${detail.state}${detail.pending === null ? '' : `, pending ${detail.pending}`}`
      : 'active';
  return `${at}Z ${compute}: ${state} at ${detail.cu} CU, ${detail.reason}\n`;
}
