import { WEEK_HOURS } from '../../workload/index.ts';

/** Sums by hour of the week, of which a mean or a rate is made. */
export class WeekSums {
  private readonly sums = new Float64Array(WEEK_HOURS);
  private readonly weights = new Float64Array(WEEK_HOURS);

  add(hour: number, sum: number, weight: number): void {
    this.sums[hour] = (this.sums[hour] as number) + sum;
    this.weights[hour] = (this.weights[hour] as number) + weight;
  }

  /**
   * The sum over its weight, for each hour of the week. Where weekdays are alike it is one for each hour of the day; an
   * hour that was never seen is as that of other days, and one of no day as all hours.
   */
  ratios(isWeekly: boolean): number[] {
    const all = Array.from(this.sums, (_, hour) => hour);
    const over = (hours: readonly number[]): number | null => {
      let [sum, weight] = [0, 0];
      for (const hour of hours) {
        sum += this.sums[hour] as number;
        weight += this.weights[hour] as number;
      }
      return weight > 0 ? sum / weight : null;
    };
    return all.map((hour) => {
      const ofDays = all.filter((other) => other % 24 === hour % 24);
      return (isWeekly ? over([hour]) : null) ?? over(ofDays) ?? over(all) ?? 0;
    });
  }
}
