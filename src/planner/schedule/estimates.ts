import type { Configuration } from '../configurations/configuration.ts';
import type { Broken, Objectives } from '../objectives/objectives.ts';
import type { Conditions } from '../search/conditions.ts';
import {
  cheapestSchedule,
  type EstimatedSchedule,
  estimatedRatio,
  type Recorded,
} from './cheapest-schedule.ts';
import { ratiosOf } from './ratios.ts';
import type { WeekRecord } from './week-record.ts';

/**
 * Proposes schedules by estimates, and learns from runs that refute them. Each refutation rules out at least the
 * schedule that was run.
 */
export class Estimates {
  private readonly configurations: readonly Configuration[];
  private readonly recorded = new Map<Conditions, Recorded>();
  private readonly refusedPairs = new Set<string>();

  constructor(configurations: readonly Configuration[]) {
    this.configurations = configurations;
  }

  /** Whether records of these conditions limit the proposals. */
  knows(conditions: Conditions): boolean {
    return this.recorded.has(conditions);
  }

  /**
   * Adds records of all configurations. Returns false if it was stopped.
   *
   * @param record makes the record of one configuration; null if it was stopped
   */
  async learn(
    conditions: Conditions,
    objectives: Objectives,
    record: (configuration: Configuration, ratios: Recorded['ratios']) => Promise<WeekRecord | null>,
  ): Promise<boolean> {
    const ratios = ratiosOf(objectives);
    const records: WeekRecord[] = [];
    for (const configuration of this.configurations) {
      const one = await record(configuration, ratios);
      if (one === null) return false;
      records.push(one);
    }
    this.recorded.set(conditions, { records, ratios, most: ratios.map(({ most }) => most) });
    return true;
  }

  /** The cheapest schedule that keeps all limits, with less CU-time than `below`. */
  next(below: number): EstimatedSchedule | null {
    return cheapestSchedule(this.configurations, [...this.recorded.values()], below, ({ inside, outside }) =>
      this.refusedPairs.has(`${inside} ${outside}`),
    );
  }

  /** A run of the schedule broke objectives under known conditions, or cost too much. */
  refute(conditions: Conditions, schedule: EstimatedSchedule, broken: readonly Broken[]): void {
    const recorded = this.recorded.get(conditions) as Recorded;
    const places = [...recorded.ratios.keys()].filter((place) =>
      broken.some(({ objective }) => objective === recorded.ratios[place]?.objective),
    );
    for (const place of places) recorded.most[place] = estimatedRatio(recorded, place, schedule) * STRICTER;
    // Nothing in the estimates explains it, so that similar hours would break it too.
    if (places.length === 0) this.refusedPairs.add(`${schedule.pair.inside} ${schedule.pair.outside}`);
  }
}

/** A limit below the estimate that a run has refuted. */
const STRICTER = 0.95;
