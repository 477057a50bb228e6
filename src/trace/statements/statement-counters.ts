/** The counters of a statement. */
interface CountedStatement {
  readonly calls: number;
  readonly execMs: number;
  readonly cpuMs: number;
  readonly temporaryBlocks: number;
}

/** The increases of all statements between two snapshots. */
interface CountedStatementStep extends CountedStatement {
  readonly fromMs: number;
  readonly untilMs: number;
}

const NOTHING: CountedStatement = { calls: 0, execMs: 0, cpuMs: 0, temporaryBlocks: 0 };

/** Turns snapshots of counters, with a row for each statement, into increases. */
export class StatementCounters {
  lastMs = Number.NEGATIVE_INFINITY;
  /** The totals of the last snapshot. */
  total: CountedStatement = NOTHING;
  readonly #steps: CountedStatementStep[] = [];
  #snapshots = 0;
  #before: ReadonlyMap<string, CountedStatement> | null = null;
  #beforeMs = Number.NEGATIVE_INFINITY;
  #now = new Map<string, CountedStatement>();

  take(ms: number, key: string, counted: CountedStatement): void {
    if (ms > this.lastMs) this.#close();
    this.lastMs = ms;
    this.#now.set(key, sum(this.#now.get(key) ?? NOTHING, counted));
  }

  end(): { readonly steps: readonly CountedStatementStep[]; readonly snapshots: number } {
    this.#close();
    return { steps: this.#steps, snapshots: this.#snapshots };
  }

  #close(): void {
    if (this.#now.size === 0) return;
    this.#snapshots++;
    this.total = [...this.#now.values()].reduce(sum, NOTHING);
    // The first snapshot counts what happened before the trace.
    if (this.#before !== null) {
      const increases = [...this.#now].map(([key, now]) => increase(this.#before?.get(key) ?? NOTHING, now));
      const step = increases.reduce(sum, NOTHING);
      this.#steps.push({ ...step, cpuMs: 0, fromMs: this.#beforeMs, untilMs: this.lastMs });
      for (const one of increases) this.#spread(one);
    }
    this.#before = this.#now;
    this.#beforeMs = this.lastMs;
    this.#now = new Map();
  }

  /** Spreads CPU over the time a statement ran. Postgres counts it only when the statement ends. */
  #spread({ calls, execMs, cpuMs }: CountedStatement): void {
    if (cpuMs <= 0) return;
    const last = this.#steps.length - 1;
    const endMs = (this.#steps[last] as CountedStatementStep).untilMs;
    const firstMs = (this.#steps[0] as CountedStatementStep).fromMs;
    const usualMs = calls > 0 ? execMs / calls : 0;
    const fromMs = Math.max(
      firstMs,
      Math.min((this.#steps[last] as CountedStatementStep).fromMs, endMs - usualMs),
    );
    for (let at = last; at >= 0; at--) {
      const step = this.#steps[at] as CountedStatementStep;
      if (step.untilMs <= fromMs) break;
      const share = (step.untilMs - Math.max(fromMs, step.fromMs)) / (endMs - fromMs);
      this.#steps[at] = { ...step, cpuMs: step.cpuMs + cpuMs * share };
    }
  }
}

/** A counter that decreased was reset, or its statement was evicted and came back. */
function increase(before: CountedStatement, after: CountedStatement): CountedStatement {
  if (after.calls < before.calls) return after;
  return countedBy((name) => Math.max(0, after[name] - before[name]));
}

function sum(one: CountedStatement, other: CountedStatement): CountedStatement {
  return countedBy((name) => one[name] + other[name]);
}

function countedBy(amount: (name: keyof CountedStatement) => number): CountedStatement {
  return {
    calls: amount('calls'),
    execMs: amount('execMs'),
    cpuMs: amount('cpuMs'),
    temporaryBlocks: amount('temporaryBlocks'),
  };
}
