import { useState } from 'preact/hooks';
import { delayWords } from '../../picture/figure-rows.ts';
import type { PlannedPoint } from '../../picture/plan-picture.ts';

/** A position of the lab: what a configuration costs, and what clients meet. */
export type Position = Omit<PlannedPoint, 'broken'>;

/** The quantity on the vertical axis. */
export type Metric = keyof typeof METRICS;

export const METRICS = {
  'delay-p99': {
    label: 'Delay of 1 query in 100',
    of: ({ delayP99Ms }: Position) => delayP99Ms,
    words: delayWords,
    usual: 2000,
    step: 100,
    objective: (value: number) => `${Math.round(value)}ms`,
  },
  'cold-starts': {
    label: 'Cold starts a day',
    of: ({ wakesPerDay }: Position) => wakesPerDay,
    words: (value: number) => value.toFixed(value < 10 ? 1 : 0),
    usual: 24,
    step: 1,
    objective: (value: number) => value.toFixed(2),
  },
  throttled: {
    label: 'Throttled',
    of: ({ throttledShare }: Position) => throttledShare,
    words: (value: number) => `${(value * 100).toFixed(2)}%`,
    usual: 0.02,
    step: 0.001,
    objective: (value: number) => `${(value * 100).toFixed(3)}%`,
  },
} as const;

interface TradeOffProps {
  readonly metric: Metric;
  readonly positions: readonly Position[];
  readonly current: Position | null;
  readonly pinned: Position | null;
  readonly frontier: readonly PlannedPoint[];
  readonly recommendation: PlannedPoint | null;
  readonly currency: string;
  /** The most that a month may cost. */
  readonly budget: number;
  readonly isBudgetSet: boolean;
  /** The most that the metric may be. */
  readonly limit: number;
  readonly isLimitSet: boolean;
  readonly onBudget: (budget: number) => void;
  readonly onLimit: (limit: number) => void;
}

/** The values at the ends of both axes. */
interface Scales {
  readonly mostCost: number;
  readonly most: number;
}

const [WIDTH, HEIGHT] = [460, 320];
const EDGE = { left: 62, right: 14, top: 12, bottom: 40 };

/** Cost against what clients meet. Lines at the objectives can be dragged, and moved by arrow keys. */
export function TradeOff(props: TradeOffProps) {
  const { metric, positions, current, pinned, frontier, recommendation, budget, limit } = props;
  const { of, words, label, step } = METRICS[metric];
  const all = [...positions, ...frontier, ...[current, pinned, recommendation].filter((one) => one !== null)];
  // While a line is dragged, the scales stay, or they would run away from the pointer.
  const [held, setHeld] = useState<Scales | null>(null);
  const scales = held ?? {
    mostCost: Math.max(budget, ...all.map(({ costPerMonth }) => costPerMonth), 1) * 1.1,
    most: Math.max(limit, ...all.map(of)) * 1.2,
  };
  const { mostCost, most } = scales;
  const onHold = (isHeld: boolean) => setHeld(isHeld ? scales : null);
  const x = (cost: number) => EDGE.left + (cost / mostCost) * (WIDTH - EDGE.left - EDGE.right);
  // Values near zero and large ones can both be told apart on this scale.
  const bend = (value: number) => Math.log1p(value / (most / 200)) / Math.log1p(200);
  const y = (value: number) => HEIGHT - EDGE.bottom - bend(value) * (HEIGHT - EDGE.top - EDGE.bottom);
  const costAt = (px: number) =>
    clamp(((px - EDGE.left) / (WIDTH - EDGE.left - EDGE.right)) * mostCost, 0, mostCost);
  const valueAt = (py: number) => {
    const share = clamp((HEIGHT - EDGE.bottom - py) / (HEIGHT - EDGE.top - EDGE.bottom), 0, 1);
    return Math.expm1(share * Math.log1p(200)) * (most / 200);
  };
  const money = (cost: number) =>
    cost.toLocaleString('en', { style: 'currency', currency: props.currency, maximumFractionDigits: 0 });
  const dot = (one: Position, kind: string, radius: number) => (
    <circle class={kind} cx={x(one.costPerMonth)} cy={y(of(one))} r={radius}>
      <title>{`${one.text}: ${money(one.costPerMonth)} a month, ${words(of(one))}`}</title>
    </circle>
  );
  return (
    <svg class="trade-off" viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
      <title>{`Cost a month against: ${label}`}</title>
      <line
        class="axis"
        x1={EDGE.left}
        x2={WIDTH - EDGE.right}
        y1={HEIGHT - EDGE.bottom}
        y2={HEIGHT - EDGE.bottom}
      />
      <line class="axis" x1={EDGE.left} x2={EDGE.left} y1={EDGE.top} y2={HEIGHT - EDGE.bottom} />
      {[0, 0.25, 0.5, 0.75, 1].map((share) => (
        <text key={share} class="tick middle" x={x(share * mostCost)} y={HEIGHT - EDGE.bottom + 16}>
          {money(share * mostCost)}
        </text>
      ))}
      {[0, 0.33, 0.66, 1].map((share) => {
        const py = HEIGHT - EDGE.bottom - share * (HEIGHT - EDGE.top - EDGE.bottom);
        return (
          <text key={share} class="tick end" x={EDGE.left - 6} y={py + 4}>
            {words(valueAt(py))}
          </text>
        );
      })}
      <text class="tick middle" x={(WIDTH + EDGE.left) / 2} y={HEIGHT - 6}>
        Cost a month
      </text>
      {frontier.length > 1 && (
        <polyline
          class="frontier"
          points={[...frontier]
            .sort((a, b) => a.costPerMonth - b.costPerMonth)
            .map((one) => `${x(one.costPerMonth)},${y(of(one))}`)
            .join(' ')}
        />
      )}
      {frontier.map((one) => dot(one, one.broken.length === 0 ? 'of-frontier meets' : 'of-frontier', 3.5))}
      {positions.map((one) => dot(one, 'been', 3))}
      {pinned && dot(pinned, 'pinned', 6)}
      {current && dot(current, 'current', 6)}
      {recommendation && dot(recommendation, 'recommended', 8)}
      <ObjectiveLine
        label="Budget"
        orientation="horizontal"
        value={budget}
        most={mostCost}
        isSet={props.isBudgetSet}
        onHold={onHold}
        words={`${money(budget)} a month`}
        step={1}
        from={[x(budget), EDGE.top]}
        to={[x(budget), HEIGHT - EDGE.bottom]}
        onMove={(px) => props.onBudget(costAt(px))}
        onValue={props.onBudget}
      />
      <ObjectiveLine
        label={`Limit: ${label}`}
        orientation="vertical"
        value={limit}
        most={most}
        isSet={props.isLimitSet}
        onHold={onHold}
        words={words(limit)}
        step={step}
        from={[EDGE.left, y(limit)]}
        to={[WIDTH - EDGE.right, y(limit)]}
        onMove={(_, py) => props.onLimit(valueAt(py))}
        onValue={props.onLimit}
      />
    </svg>
  );
}

interface ObjectiveLineProps {
  readonly label: string;
  readonly orientation: 'horizontal' | 'vertical';
  readonly value: number;
  readonly most: number;
  readonly words: string;
  /** Whether the person has set it. */
  readonly isSet: boolean;
  /** How far an arrow key moves it; ten times as far with Shift. */
  readonly step: number;
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
  /** Called with a place in the picture. */
  readonly onMove: (px: number, py: number) => void;
  readonly onValue: (value: number) => void;
  readonly onHold: (isHeld: boolean) => void;
}

/** A line at an objective. A wide line that nobody sees takes the pointer. */
function ObjectiveLine(props: ObjectiveLineProps) {
  const { label, orientation, value, most, words, isSet, step, from, to, onMove, onValue, onHold } = props;
  const ends = { x1: from[0], y1: from[1], x2: to[0], y2: to[1] };
  return (
    <g
      class={isSet ? 'objective' : 'objective unset'}
      role="slider"
      tabindex={0}
      aria-label={label}
      aria-orientation={orientation}
      aria-valuemin={0}
      aria-valuemax={most}
      aria-valuenow={value}
      aria-valuetext={isSet ? words : `${words}, not set`}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        onHold(true);
      }}
      onLostPointerCapture={() => onHold(false)}
      onPointerMove={(event) => {
        const box = event.currentTarget.ownerSVGElement?.getBoundingClientRect();
        if (event.buttons === 0 || box === undefined) return;
        onMove(
          ((event.clientX - box.left) / box.width) * WIDTH,
          ((event.clientY - box.top) / box.height) * HEIGHT,
        );
      }}
      onKeyDown={(event) => {
        const sign = SIGNS[event.key];
        if (sign === undefined) return;
        event.preventDefault();
        onValue(Math.max(0, value + sign * step * (event.shiftKey ? 10 : 1)));
      }}
    >
      <line class="grip" {...ends} />
      <line {...ends} />
    </g>
  );
}

const SIGNS: Readonly<Record<string, 1 | -1>> = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 };

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
