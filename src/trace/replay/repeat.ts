import { concat, defer, EMPTY, map, tap } from 'rxjs';
import type { ReplayOperator } from './replay.ts';
import { shifted } from './shift.ts';

/**
 * A trace so many times, each time from the end of the one before: the last sample holds for its usual step. It is read
 * as often, so its source has to be one that can be.
 */
export function repeat(count: number, usualMs: number): ReplayOperator {
  return (replay) => ({
    ...replay,
    chunks: defer(() => {
      let [firstMs, endMs] = [Number.NaN, Number.NaN];
      const first = replay.chunks.pipe(
        tap(({ times }) => {
          if (times.length === 0) return;
          if (Number.isNaN(firstMs)) firstMs = times[0] as number;
          endMs = (times.at(-1) as number) + usualMs;
        }),
      );
      const later = (round: number) =>
        defer(() => {
          const byMs = round * (endMs - firstMs);
          // Without samples there is no end to begin at.
          if (Number.isNaN(byMs)) return EMPTY;
          return replay.chunks.pipe(map((chunk) => shifted(chunk, byMs)));
        });
      const rounds = Array.from({ length: Math.max(0, count - 1) }, (_, i) => later(i + 1));
      return concat(...(count > 0 ? [first] : []), ...rounds);
    }),
  });
}
