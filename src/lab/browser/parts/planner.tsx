import { useEffect, useRef, useState } from 'preact/hooks';
import type { Values } from '../../controls/controls.ts';
import type { PlanPicture } from '../../picture/plan-picture.ts';
import { type LabThread, StoppedQuestion } from '../asking/lab-thread.ts';
import type { Asked } from '../asking/messages.ts';
import { METRICS, type Metric, type Position, TradeOff } from '../charts/trade-off.tsx';

interface PlannerProps {
  readonly thread: LabThread;
  readonly asked: Asked | null;
  /** The file, and the values that no plan chooses. If they change, the last plan is void. */
  readonly world: string;
  readonly positions: readonly Position[];
  readonly current: Position;
  readonly pinned: Position | null;
  readonly currency: string;
  readonly onChoose: (values: Values) => void;
}

/** Cost against what clients meet: the positions of the controls, and what a plan finds. */
export function Planner({
  thread,
  asked,
  world,
  positions,
  current,
  pinned,
  currency,
  onChoose,
}: PlannerProps) {
  const [metric, setMetric] = useState<Metric>('delay-p99');
  const [budget, setBudget] = useState<number | null>(null);
  const [limits, setLimits] = useState<Partial<Record<Metric, number>>>({});
  const [plan, setPlan] = useState<{ readonly of: string; readonly found: PlanPicture } | null>(null);
  const [state, setState] = useState<string | null>(null);
  const stop = useRef<AbortController | null>(null);
  const of = JSON.stringify([world, budget, limits]);
  const shown = plan?.of === of ? plan.found : null;
  const limit = limits[metric] ?? METRICS[metric].usual;
  useEffect(() => () => stop.current?.abort(), [of]);
  const usualBudget = Math.ceil(current.costPerMonth * 1.5) || 10;

  const recommend = async () => {
    if (asked === null) return;
    stop.current = new AbortController();
    setState('Planning…');
    const objective = {
      ...Object.fromEntries(
        Object.entries(limits).map(([name, value]) => [name, METRICS[name as Metric].objective(value)]),
      ),
      ...(budget === null ? {} : { budget: budget.toFixed(2) }),
    };
    try {
      const progress = (share: number, found?: string) =>
        setState(`Planning: ${Math.round(share * 100)}%${found === undefined ? '' : `, ${found}`}`);
      const found = await thread.ask('plan', { ...asked, objective }, stop.current.signal, progress);
      setPlan({ of, found });
      setState(null);
    } catch (error) {
      setState(error instanceof StoppedQuestion ? 'The plan was stopped.' : (error as Error).message);
    } finally {
      stop.current = null;
    }
  };

  return (
    <section class="planner" aria-label="Planner">
      <h2>Cost against what clients meet</h2>
      <div class="buttons">
        <label>
          Show{' '}
          <select value={metric} onChange={(event) => setMetric(event.currentTarget.value as Metric)}>
            {Object.entries(METRICS).map(([name, { label }]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
        </label>
        {stop.current === null ? (
          <button type="button" disabled={asked === null} onClick={recommend}>
            Recommend, and show the frontier
          </button>
        ) : (
          <button type="button" onClick={() => stop.current?.abort()}>
            Stop
          </button>
        )}
        {(budget !== null || Object.keys(limits).length > 0) && (
          <button
            type="button"
            onClick={() => {
              setBudget(null);
              setLimits({});
            }}
          >
            Clear the lines
          </button>
        )}
      </div>
      <TradeOff
        metric={metric}
        positions={positions}
        current={current}
        pinned={pinned}
        frontier={shown?.frontier ?? []}
        recommendation={shown?.recommendation ?? null}
        currency={currency}
        budget={budget ?? usualBudget}
        isBudgetSet={budget !== null}
        limit={limit}
        isLimitSet={limits[metric] !== undefined}
        onBudget={setBudget}
        onLimit={(to) => setLimits({ ...limits, [metric]: to })}
      />
      <p role="status" class="quiet">
        {state ??
          (shown === null
            ? 'Each position of the controls leaves a dot. Drag the lines to set a budget and a limit, then ask for a recommendation.'
            : '')}
      </p>
      {shown && (
        <div class="recommendation">
          <p>
            <strong>{shown.answer}</strong> {shown.reasons}
          </p>
          {shown.change && (
            <button type="button" onClick={() => shown.change && onChoose(shown.change)}>
              Use it
            </button>
          )}
        </div>
      )}
    </section>
  );
}
