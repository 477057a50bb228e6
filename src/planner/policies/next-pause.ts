/**
 * The next of a series, by the mean and by how much of its distance from the mean each has left to the next: an
 * autoregression of the first order. Of fewer than three values it is the mean.
 */
export function nextOf(series: readonly number[]): number {
  const mean = series.reduce((sum, value) => sum + value, 0) / series.length;
  if (series.length < 3) return mean;
  const apart = series.map((value) => value - mean);
  let together = 0;
  let squares = 0;
  apart.forEach((value, i) => {
    squares += value * value;
    if (i > 0) together += value * (apart[i - 1] as number);
  });
  const left = squares === 0 ? 0 : together / squares;
  return Math.max(0, mean + left * (apart.at(-1) as number));
}
