import { REFUSALS } from '../../compute/index.ts';
import { configurationOf } from '../../planner/index.ts';
import type { IncidentAnswer } from './incident-answer.ts';
import { incidentPage } from './incident-page.ts';
import { remedyWords } from './remedy-words.ts';

/** The answer for programs. Times are ISO 8601 in UTC, and errors have the messages that clients saw. */
export function incidentDocument(answer: IncidentAnswer) {
  const { simulation, window, atMs, aroundMs, ...rest } = answer;
  const { startMs, horizonMs, seed, facts, plan, prices, zone } = simulation;
  const iso = (ms: number) => new Date(startMs + ms).toISOString();
  const span = <Part extends { readonly fromMs: number; readonly untilMs: number }>(part: Part) => {
    const { fromMs, untilMs, ...others } = part;
    return { from: iso(fromMs), until: iso(untilMs), ...others };
  };
  const trouble = ({ worst, limits: _, ...one }: IncidentAnswer['troubles'][number]) => ({
    ...span(one),
    worst: worst === null ? null : span(worst),
  });
  const tried = (one: IncidentAnswer['tried'][number]) => ({
    ...one,
    change: remedyWords(one.remedy, answer),
    left: one.left.map(trouble),
    morePerMonth:
      one.costPerMonth === null
        ? null
        : Number((one.costPerMonth - rest.current.costPerMonth).toPrecision(12)),
  });
  return {
    schema: 'tidemark/incident',
    version: 2,
    from: iso(0),
    until: iso(horizonMs),
    timezone: zone.name,
    seed,
    facts: facts.name,
    plan,
    currency: prices.currency,
    at: iso(atMs),
    aroundMs,
    window: span(window),
    configuration: configurationOf(simulation),
    ...rest,
    troubles: rest.troubles.map(trouble),
    errors: rest.errors.map(({ key, firstMs, lastMs, ...one }) => ({
      key,
      ...REFUSALS[key],
      ...one,
      firstAt: iso(firstMs),
      lastAt: iso(lastMs),
    })),
    chain: rest.chain.map(span),
    elsewhere: rest.elsewhere.map(({ firstMs, ...one }) => ({ ...one, firstAt: iso(firstMs) })),
    tried: rest.tried.map(tried),
    best: rest.best === null ? null : tried(rest.best),
    enough: rest.enough === null ? null : tried(rest.enough),
    nearest: rest.nearest === null ? null : tried(rest.nearest),
    page: incidentPage(answer),
  };
}
