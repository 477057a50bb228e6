import type { PlannedChange, Simulation } from '../../engine/index.ts';
import { SECOND_MS } from '../../facts/index.ts';
import { type Setting, settingOf, withSetting } from '../../planner/index.ts';
import { problem } from '../../problem/index.ts';
import { type Document, readSettingsHistory, type Scenario } from '../../scenario/index.ts';
import { acceptedSetting, type WrittenSetting } from '../current.ts';

/** A configuration that somebody says was in force. */
export interface ToldInForce {
  /** null: nobody has said. */
  readonly current: WrittenSetting | null;
  /** The configurations by their times, in place of `current`; null: nobody has said. */
  readonly history: Document | null;
}

/** A setting from a time on, the first from the beginning. */
export interface InForce {
  readonly fromMs: number;
  readonly setting: Setting;
}

/** The configuration in force, as somebody or a scenario says it. */
export function settingsInForce(
  { simulation, isTrace }: Scenario,
  name: string,
  { current, history }: ToldInForce,
): readonly [InForce, ...InForce[]] {
  const { startMs, horizonMs, facts, plan, zone } = simulation;
  const own = settingOf(simulation);
  const accepted = (written: WrittenSetting) => acceptedSetting(written, facts, plan, own);
  if (history !== null) {
    const entries = readSettingsHistory(history, zone, startMs, startMs + horizonMs);
    const read = entries.map(({ fromMs, setting, place }) => ({
      fromMs,
      setting: accepted({ text: setting, field: '', place }),
    }));
    const first = read.findLastIndex(({ fromMs }) => fromMs <= startMs);
    return read.slice(first).filter(({ fromMs }) => fromMs < startMs + horizonMs) as unknown as readonly [
      InForce,
      ...InForce[],
    ];
  }
  if (current !== null) return [{ fromMs: startMs, setting: accepted(current) }];
  if (isTrace)
    throw problem(
      { file: name },
      'a trace does not say what was in force',
      'say it with --current "0.25-2, 5m", or with --settings-history where it changed',
    );
  return [{ fromMs: startMs, setting: own }];
}

/** The same demand under what was in force, one setting after the other. */
export function replayed(
  simulation: Simulation,
  [first, ...later]: readonly [InForce, ...InForce[]],
): Simulation {
  const before = [first, ...later];
  const changes = later.flatMap(({ fromMs, setting }, i): PlannedChange[] => {
    const was = (before[i] as InForce).setting;
    const atMs = fromMs - simulation.startMs;
    const isSize = was.size.minCu !== setting.size.minCu || was.size.maxCu !== setting.size.maxCu;
    return [
      ...(isSize ? [{ atMs, change: { kind: 'size' as const, size: setting.size } }] : []),
      ...(was.suspendAfterMs === setting.suspendAfterMs
        ? []
        : [
            {
              // Two at once would be one too many: the second is refused while the first is under way.
              atMs: atMs + (isSize ? APART_MS : 0),
              change: { kind: 'suspendAfter' as const, suspendAfterMs: setting.suspendAfterMs },
            },
          ]),
    ];
  });
  const { computes, ...rest } = withSetting(simulation, first.setting);
  return {
    ...rest,
    computes: computes.map((compute) => ({ ...compute, changes: [...compute.changes, ...changes] })),
  };
}

const APART_MS = 30 * SECOND_MS;
