import { DEFAULT_FACT_SET } from '../../facts/index.ts';
import { demandOf, mergedNotes, spanOf } from '../../trace/index.ts';
import { createZone } from '../../workload/index.ts';
import type { Overrides } from '../context.ts';
import { type Scenario, scenarioOf } from '../scenario.ts';
import { checkExclusions, type ExcludedPart, excludedDemand } from './excluded-demand.ts';
import type { NamedTrace } from './trace-demand.ts';
import { type TraceQuestion, traceSettings } from './trace-scenario.ts';

/**
 * Returns the scenario of several traces: a project with one compute for each trace, all with the same configuration,
 * from the first sample of any trace to the end of the last.
 */
export function tracesScenario(
  traces: readonly NamedTrace[],
  { file, cpuMsPerQuery, vcpus, facts }: TraceQuestion,
  { size, suspendAfterMs, ...overrides }: Overrides,
): Scenario {
  const spans = traces.map(({ trace }) => spanOf(trace));
  const settings = traceSettings(
    { firstMs: Math.min(...spans.map(({ firstMs }) => firstMs)) },
    { cpuMsPerQuery, vcpus, facts },
  );
  const { startMs } = settings;
  const untilMs = Math.max(...spans.map(({ endMs }) => endMs));
  const timezone = traces[0]?.trace.head.timezone ?? 'UTC';
  const zone = createZone(timezone);
  const exclude = overrides.exclude ?? [];
  const range = size?.(facts, overrides.plan ?? 'scale') ?? null;
  const excluded: ExcludedPart[] = [];
  const notesByTrace: { name: string; notes: readonly string[] }[] = [];
  const computes = traces.map(({ trace, notes: own }) => {
    const { name } = trace.head;
    const asked = demandOf(trace, settings);
    const cut = asked.demand.map((one) => excludedDemand(one, exclude, startMs, zone));
    excluded.push(...cut.flatMap((one) => one.excluded));
    notesByTrace.push({ name, notes: [...own, ...asked.notes] });
    return {
      name,
      type: 'read_write' as const,
      workingSet: Math.round(asked.workingSetBytes ?? 0),
      changes: [],
      schedule: [],
      copies: 1,
      demand: cut.map(({ demand }) => demand),
      ...(range === null ? {} : { min: range.minCu, max: range.maxCu }),
      ...(suspendAfterMs === undefined ? {} : { suspendAfter: suspendAfterMs ?? ('off' as const) }),
    };
  });
  checkExclusions(exclude, excluded, zone);
  return scenarioOf(
    {
      why: `What would this configuration do with the demand of each database of ${file}, and at what cost?`,
      start: { utcMs: startMs },
      timezone,
      horizon: Math.max(1, Math.ceil(untilMs - startMs)),
      seed: 1,
      facts: DEFAULT_FACT_SET,
      plan: 'scale',
      releases: 'none',
      computes,
      exclude: [],
      events: [],
      passThrough: [],
    },
    {
      document: { file, value: null, place: () => ({ file }) },
      zone,
      startMs,
      notes: mergedNotes(notesByTrace),
      excluded,
      isTrace: true,
      hiddenDemand: null,
      bounds: [],
      cpuBound: null,
      overrides,
    },
  );
}
