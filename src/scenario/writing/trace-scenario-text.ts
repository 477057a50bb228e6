import { isFixed } from '../../facts/index.ts';
import type { Simulation } from '../../simulator/index.ts';
import { pricesText } from '../files/price-file.ts';
import { instantText } from '../notation/local-time.ts';
import { bytesText, durationText } from '../notation/notation-text.ts';
import { type CommentedField, commentedYaml } from '../text/commented-yaml.ts';
import { assumptionFields, unknownFields } from './assumption-text.ts';

/** A simulation of a trace without a scenario file, to be written as a scenario. */
export interface SimulatedTrace {
  readonly why: string;
  /** The reason for the configuration. */
  readonly reason: string;
  readonly simulation: Simulation;
  /** The schedule of the compute, as the field of a scenario has it. Null if it has none. */
  readonly schedule: readonly object[] | null;
  /** The name of the fact set, or the path of its file. */
  readonly facts: string;
  /** The fields of a demand of kind `trace`: its file, and how to read it. */
  readonly trace: Readonly<Record<string, unknown>>;
  /** How the trace became demand, one sentence for each note. */
  readonly notes: readonly string[];
  readonly exclude: readonly string[];
  readonly events: readonly string[];
  /** The fields of the bill that flags state. */
  readonly bill: Readonly<Record<string, string>>;
}

/**
 * Writes a scenario that is read as the same simulation. It states the values of flags and the assumptions.
 */
export function traceScenarioText(of: SimulatedTrace): string {
  const { why, simulation, trace, notes } = of;
  const { startMs, horizonMs, zone, seed, plan } = simulation;
  return commentedYaml(
    'A trace, a configuration and all assumptions, for tidemark simulate and tidemark plan.',
    [
      { name: 'why', value: why.length > LONGEST_WHY ? `${why.slice(0, LONGEST_WHY - 1)}…` : why },
      {
        name: 'start',
        comment: 'From the first sample to the end of the last one that was used.',
        value: instantText(startMs),
      },
      { name: 'timezone', value: zone.name },
      { name: 'horizon', value: durationText(horizonMs) },
      {
        name: 'seed',
        comment: 'The seed of random draws: the times of starts and suspends, and the months that are drawn.',
        value: seed,
      },
      { name: 'facts', comment: 'The fact set: sizes, limits and prices.', value: of.facts },
      { name: 'plan', value: plan },
      ...pricesField(simulation),
      ...computeFields(of),
      {
        name: 'demand',
        comment:
          notes.length === 0
            ? 'The trace, and how it was read.'
            : ['The trace, and how it was read:', ...notes.map((note) => `- ${note}`)],
        value: [{ kind: 'trace', name: 'trace', ...trace }],
      },
      ...changeFields(of),
      {
        name: 'assumptions',
        comment: assumptionComment(simulation),
        fields: assumptionFields(simulation.assumptions),
      },
    ],
  );
}

const LONGEST_WHY = 200;

/** Returns a comment that names the unknown assumptions, which people may add. */
function assumptionComment({ assumptions }: Simulation): readonly string[] {
  const unknown = unknownFields(assumptions);
  return [
    'Assumptions about what the service does not state.',
    ...(unknown.length === 0
      ? []
      : [`Unknown: ${unknown.join(', ')}. A plan tries both ends of their ranges.`]),
  ];
}

function pricesField({ prices, facts }: Simulation): CommentedField[] {
  if (prices === facts.prices.value) return [];
  return [{ name: 'prices', comment: 'They replace the prices of the fact set.', value: pricesText(prices) }];
}

function computeFields({ simulation, reason, schedule }: SimulatedTrace): CommentedField[] {
  return simulation.computes.map(({ size, suspendAfterMs, workingSetBytes }) => ({
    name: 'compute',
    comment: reason,
    value: {
      ...(isFixed(size) ? { size: size.minCu } : { min: size.minCu, max: size.maxCu }),
      suspendAfter: suspendAfterMs === null ? 'off' : durationText(suspendAfterMs),
      ...(workingSetBytes === 0 ? {} : { workingSet: bytesText(workingSetBytes) }),
      ...(schedule === null ? {} : { schedule }),
    },
  }));
}

function changeFields({ exclude, events, bill }: SimulatedTrace): CommentedField[] {
  return [
    ...(exclude.length === 0
      ? []
      : [{ name: 'exclude', comment: 'Parts of the trace that are not typical.', value: exclude }]),
    ...(events.length === 0
      ? []
      : [{ name: 'events', comment: 'Known events that no usual week shows.', value: events }]),
    ...(Object.keys(bill).length === 0
      ? []
      : [{ name: 'bill', comment: 'What the project uses beside compute.', value: bill }]),
  ];
}
