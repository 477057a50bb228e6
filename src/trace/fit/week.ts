import { WEEK_HOURS } from '../../workload/index.ts';

/** Sums by hour of the week, from which means or rates are computed. */
export class WeekSums {
  private readonly sums = new Float64Array(WEEK_HOURS);
  private readonly weights = new Float64Array(WEEK_HOURS);

  add(hour: number, sum: number, weight: number): void {
    this.sums[hour] = (this.sums[hour] as number) + sum;
    this.weights[hour] = (this.weights[hour] as number) + weight;
  }

  /**
   * The sum divided by its weight, for each hour of the week. If `isWeekly` is false, all days share their hours. An
   * hour without data takes the value of the same hour on other days, or else of all hours.
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
