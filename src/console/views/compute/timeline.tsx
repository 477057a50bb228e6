import { useEffect, useRef, useState } from 'preact/hooks';
import { browser } from '../../browser.ts';
import { momentWords } from '../../parts/words.ts';
import { useSession, useTick } from '../../state/hooks.ts';
import { PHASE_WORDS, type Phase } from '../../state/phase.ts';
import { TimelineChart } from './timeline-chart.tsx';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The visible time spans; null for all known changes. */
const SPANS = [
  ['10m', '10 min', 10 * MINUTE_MS],
  ['1h', '1 h', HOUR_MS],
  ['6h', '6 h', 6 * HOUR_MS],
  ['1d', '1 d', 24 * HOUR_MS],
  ['all', 'All', null],
] as const;

const SHORTEST_MS = 2 * MINUTE_MS;
const DRAWN_EVERY_MS = 500;
const DRAWN_STILL_EVERY_MS = 5000;
const CHANGES_LISTED = 12;
const LEGEND: readonly Phase[] = ['active', 'starting', 'suspending', 'idle'];

/** Shows the state and the size of a compute over the service's time. */
export function ComputeTimeline({ computeId, minCu, maxCu }: TimelineProps) {
  const { history, clock } = useSession();
  const [span, setSpan] = useState('all');
  const [widthPx, setWidthPx] = useState(0);
  const frame = useRef<HTMLDivElement>(null);
  useTick(browser.prefersStill() ? DRAWN_STILL_EVERY_MS : DRAWN_EVERY_MS);
  useEffect(() => (frame.current === null ? undefined : browser.onWidth(frame.current, setWidthPx)), []);
  const changes = history.of(computeId);
  const last = changes.at(-1);
  const untilMs = Math.max(clock.nowMs, last?.atMs ?? 0);
  const spanMs = SPANS.find(([name]) => name === span)?.[2] ?? null;
  const firstMs = changes[0]?.atMs ?? untilMs;
  const fromMs = untilMs - (spanMs ?? Math.max(SHORTEST_MS, untilMs - firstMs));
  return (
    <figure class="timeline">
      <figcaption class="panel-head">
        <span class="legend">
          {LEGEND.map((phase) => (
            <span key={phase} class="legend-item">
              <span class={`swatch swatch-${phase}`} /> {PHASE_WORDS[phase]}
            </span>
          ))}
          <span class="legend-item">
            <span class="swatch swatch-size" /> Size
          </span>
        </span>
        <fieldset class="segments small">
          <legend class="hidden">How far back</legend>
          {SPANS.map(([name, words]) => (
            <label key={name} class="segment">
              <input
                type="radio"
                name={`span-${computeId}`}
                checked={span === name}
                onChange={() => setSpan(name)}
              />
              <span>{words}</span>
            </label>
          ))}
        </fieldset>
      </figcaption>
      <div ref={frame} class="chart-frame">
        {widthPx > 0 && (
          <TimelineChart
            changes={changes}
            fromMs={fromMs}
            untilMs={untilMs}
            topCu={Math.max(maxCu, ...changes.map(({ cu }) => cu ?? 0))}
            bottomCu={minCu}
            widthPx={widthPx}
          />
        )}
      </div>
      {!clock.isKnown && (
        <small class="muted">
          Made from the operations and from looks at the API, against this browser’s clock. The control token
          brings the service’s clock and the size within the range.
        </small>
      )}
      <details class="more">
        <summary>Latest changes as a table</summary>
        <div class="table">
          <table>
            <thead>
              <tr>
                <th>Time</th>
                <th>State</th>
                <th>Size</th>
                <th>Why</th>
              </tr>
            </thead>
            <tbody>
              {changes
                .slice(-CHANGES_LISTED)
                .reverse()
                .map(({ atMs, phase, cu, why }) => (
                  <tr key={`${atMs} ${phase} ${cu}`}>
                    <td data-label="Time">{momentWords(atMs)}</td>
                    <td data-label="State">{PHASE_WORDS[phase]}</td>
                    <td data-label="Size">{cu === null ? '–' : `${cu} CU`}</td>
                    <td data-label="Why">{why}</td>
                  </tr>
                ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

interface TimelineProps {
  readonly computeId: string;
  readonly minCu: number;
  readonly maxCu: number;
}
