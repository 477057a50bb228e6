import { figureRows } from '../../picture/figure-rows.ts';
import type { RunPicture } from '../../picture/run-picture.ts';

interface FigureTilesProps {
  readonly now: RunPicture;
  readonly pinned: RunPicture | null;
}

/** The figures of the run, beside those of the pinned one. */
export function FigureTiles({ now, pinned }: FigureTilesProps) {
  return (
    <dl class="figures">
      {figureRows(now, pinned).map(({ name, now: value, pinned: before, difference }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {before !== null && <span class="was">A {before}</span>}
            <strong>{before === null ? value : `B ${value}`}</strong>
            {before !== null && (
              <span class={difference === null ? 'quiet' : difference.isBetter ? 'better' : 'worse'}>
                {difference?.words ?? 'the same'}
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
