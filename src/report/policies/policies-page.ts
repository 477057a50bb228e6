import { DAY_MS, describeSource, HOUR_MS, MICROS, MINUTE_MS } from '../../facts/index.ts';
import {
  type ComparedCompute,
  coarsestStepMs,
  HYBRID_SOURCE,
  PAUSE_MS,
  type PolicyReason,
  type PolicyTotal,
  REASONS,
} from '../../planner/index.ts';
import type { Simulation } from '../../simulator/index.ts';
import type { Item, PageBlock } from '../page/page.ts';
import { rightColumns } from '../page/text-table.ts';
import { durationWords, length, money, numberWords, percent, span, times } from '../words/format.ts';

/** The answer of `tidemark policies`. */
export interface PoliciesAnswer {
  /** The `why` of the scenario. Null for a trace. */
  readonly why: string | null;
  readonly simulation: Simulation;
  readonly policies: readonly PolicyTotal[];
  readonly computes: readonly ComparedCompute[];
  /** How the trace was interpreted. */
  readonly notes: readonly string[];
}

export function policiesPage(answer: PoliciesAnswer): PageBlock[] {
  const { policies, computes, simulation } = answer;
  const isSeveral = computes.length > 1;
  return [
    { kind: 'heading', text: headline(policies), under: underWords(answer) },
    {
      kind: 'table',
      columns: [
        { title: 'Policy', align: 'left' },
        ...rightColumns('cold starts', 'share', ...(isSeveral ? ['p75'] : []), 'useless', 'awake'),
        ...rightColumns(...(isSeveral ? [] : ['CU-hours']), 'a month'),
        { title: 'sold', align: 'left' },
      ],
      rows: policies.map((one) => [
        policyWords(one),
        String(one.coldStarts),
        shareCell(one.coldShare),
        ...(isSeveral ? [shareCell(one.coldShareP75)] : []),
        one.preWakes === 0 ? '-' : `${one.uselessPreWakes}/${one.preWakes}`,
        one.awakeNormalised.toFixed(2),
        ...(isSeveral ? [] : [numberWords(one.cuHours)]),
        money(Math.round(one.costPerMonth * MICROS), simulation.prices.currency),
        one.isSold ? 'yes' : 'no',
      ]),
    },
    {
      kind: 'paragraph',
      text:
        `Cold starts: clients that came after a pause of ${durationWords(PAUSE_MS)} or more and waited for a start, and their share. Useless: ` +
        'pre-wakes that no client used, of all pre-wakes. Awake: time awake, relative to a fixed timeout of 10m.' +
        `${isSeveral ? ` p75: three quarters of the ${computes.length} computes have this share or less.` : ''}`,
    },
    ...listOfItems(
      'Results:',
      policies
        .filter((one) => isLearnt(one) && one.arrivals > 0)
        .map((one) => ({
          text: `${policyWords(one)}: ${comparedWithTimeout(one, isSeveral)}.`,
          under: decisionLines(one),
        })),
    ),
    ...listOf('Limitations:', limitations(answer)),
    ...listOf('How the trace became demand:', answer.notes),
    { kind: 'notes', texts: [`Hybrid histogram: ${describeSource(HYBRID_SOURCE)}.`] },
  ];
}

function headline(policies: readonly PolicyTotal[]): string {
  const available = policies.filter(({ isSold }) => isSold).map(policyWords);
  return (
    'Today you can buy only a fixed timeout, or none' +
    `${available.length === 0 ? '' : ` (${available.join(', ')})`}. The policies that learn show what the service could do.`
  );
}

function underWords({ why, simulation, policies }: PoliciesAnswer): string {
  const [first] = policies;
  const { startMs, horizonMs, plan, facts, seed } = simulation;
  return (
    `${why === null ? '' : `${why} `}${length(horizonMs)} from ${new Date(startMs).toISOString().slice(0, 10)}, ` +
    `plan ${plan}, fact set ${facts.name}, seed ${seed}. Clients came ${times(first?.arrivals ?? 0)} after a pause.`
  );
}

function policyWords({ kind, suspendAfterMs }: Pick<PolicyTotal, 'kind' | 'suspendAfterMs'>): string {
  return suspendAfterMs === null
    ? kind === 'off'
      ? 'never asleep'
      : kind
    : `timeout ${durationWords(suspendAfterMs)}`;
}

/** Compares a policy with a fixed timeout that is awake for as long. */
function comparedWithTimeout({ coldStarts, equal }: PolicyTotal, isSeveral: boolean): string {
  const own = `${numberWords(coldStarts)} cold ${coldStarts === 1 ? 'start' : 'starts'}`;
  if (equal === null) return own;
  const { suspendAfterMs } = equal;
  const other =
    isSeveral || suspendAfterMs === null
      ? 'timeouts that are'
      : `a timeout of ${long(suspendAfterMs)}, which is`;
  const than =
    equal.coldStarts === coldStarts
      ? 'as many as'
      : `${coldStarts < equal.coldStarts ? 'fewer' : 'more'} than the ${equal.coldStarts}`;
  return `${own}, ${than} with ${other} awake as long`;
}

function long(ms: number): string {
  return ms < 2 * HOUR_MS ? durationWords(ms) : span(ms);
}

function decisionLines({ decisions }: PolicyTotal): string[] {
  const entries = Object.entries(decisions) as [PolicyReason, number][];
  const all = entries.reduce((total, [, count]) => total + count, 0);
  return entries.map(([reason, count]) => `${percent(count / all)} of decisions: ${REASONS[reason]}.`);
}

function limitations({ simulation, policies, computes }: PoliciesAnswer): string[] {
  const steps = simulation.computes.map((compute) => coarsestStepMs({ ...simulation, computes: [compute] }));
  const stepMs = Math.max(...steps);
  const days = simulation.horizonMs / DAY_MS;
  const { computes: plans, releases, facts, plan } = simulation;
  const isDisturbed =
    releases !== null ||
    facts.quotaCuHours.value[plan] !== null ||
    plans.some(({ changes }) => changes.length > 0);
  return [
    ...(policies.every(({ arrivals }) => arrivals === 0)
      ? [
          `${computes.length > 1 ? 'No compute has a' : 'There is no'} pause of ${durationWords(PAUSE_MS)} before a client comes, so all policies have the same result.`,
        ]
      : []),
    ...(stepMs > PAUSE_MS
      ? [
          `Samples are ${numberWords(stepMs / MINUTE_MS)} min apart: shorter pauses are missing, and the length of each pause may be off by as much.`,
        ]
      : []),
    ...(days < WEEKS_KNOWN_DAYS
      ? [
          `The data cover ${numberWords(days)} days, too few to learn a weekly schedule and judge it by a second week.`,
        ]
      : []),
    ...(isDisturbed
      ? ['Quotas, releases and planned changes are ignored: only demand wakes the compute.']
      : []),
  ];
}

/** One week to learn from, and one to judge. */
const WEEKS_KNOWN_DAYS = 14;

function isLearnt({ kind }: PolicyTotal): boolean {
  return kind === 'hybrid histogram' || kind === 'weekly schedule';
}

function shareCell(share: number | null): string {
  return share === null ? '-' : percent(share);
}

function listOf(title: string, texts: readonly string[]): PageBlock[] {
  return listOfItems(
    title,
    texts.map((text) => ({ text })),
  );
}

function listOfItems(title: string, items: readonly Item[]): PageBlock[] {
  return items.length === 0 ? [] : [{ kind: 'list', title, items }];
}
