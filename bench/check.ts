import { arrivalFigures } from './arrivals.ts';
import { type Figure, print } from './figure.ts';
import { keptResults } from './results.ts';
import { yearFigures } from './year.ts';

const WORSE = 1.5;
/** Other work on the machine makes a ratio worse for a while, never better, so the best of several tries counts. */
const TRIES = 5;

/** Compares the ratios of the simulator to its bare loops with the stored ones. Fails if one is half as much again. */
const kept = new Map(keptResults()?.parts.simulator?.figures.map(({ name, ratio }) => [name, ratio]));
const slow = (figures: readonly Figure[]) =>
  figures.filter(({ name, ratio }) => ratio > WORSE * (kept.get(name) ?? 0));

let best: readonly Figure[] = [];
for (let tried = 0; tried < TRIES && (tried === 0 || slow(best).length > 0); tried++) {
  const figures = [...arrivalFigures(), ...yearFigures()];
  best = figures.map((one, i) =>
    (best[i]?.ratio ?? Number.POSITIVE_INFINITY) < one.ratio ? (best[i] as Figure) : one,
  );
}
print(best);
for (const { name, ratio } of slow(best))
  console.error(
    `${name}: ${ratio.toFixed(2)} times the bare loop, kept is ${kept.get(name) ?? 'nothing'}: find what made it slower, or measure anew by npm run bench`,
  );
if (slow(best).length > 0) process.exitCode = 1;
