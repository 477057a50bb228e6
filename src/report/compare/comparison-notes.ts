import { MINUTE_MS } from '../../facts/index.ts';
import { coarsestStepMs, type PricedRefusal, STEPS_OF_TIMEOUT } from '../../planner/index.ts';
import { configurationWords } from '../words/configuration-words.ts';
import { durationWords, length, numberWords } from '../words/format.ts';
import { refusalWords } from '../words/refusal-words.ts';
import type { ComparisonAnswer } from './comparison-answer.ts';

/** A sentence for each reason why the difference is not due to the configurations alone. */
export function comparisonNotes({ of, a, b, refused, demand, configurations }: ComparisonAnswer): string[] {
  const lengths = [of.a, of.b].map(({ simulation }) => length(simulation.horizonMs));
  const fields = demand.map(({ field }) => field);
  const stepMs = Math.max(coarsestStepMs(of.a.simulation), coarsestStepMs(of.b.simulation));
  const timeouts = [a, b].flatMap(({ configuration }) => configuration.suspendAfterMs ?? []);
  const unseen = timeouts.filter((timeout) => STEPS_OF_TIMEOUT * stepMs > timeout);
  return [
    ...(demand.length === 0
      ? []
      : ['The demand differs, so the difference is not due to the configurations alone.']),
    ...(fields.includes('horizonMs')
      ? [
          `A is ${lengths[0]} and B ${lengths[1]}: you can compare monthly and daily figures and shares, but not counts and CU-hours.`,
        ]
      : []),
    ...(fields.length === 1 && fields[0] === 'seed'
      ? ['Only the seed of the demand differs, so that part of the difference is chance.']
      : []),
    ...(configurations.some(({ field }) => field === 'suspendAfterMs') && unseen.length > 0
      ? [
          `Samples are ${numberWords(stepMs / MINUTE_MS)} min apart and do not show shorter pauses, so the saving of sleep after ${unseen.map(durationWords).join(' or ')} is unknown.`,
        ]
      : []),
    ...refusedSentences('A', of.a, a, refused.a),
    ...refusedSentences('B', of.b, b, refused.b),
    ...(of.a.isPoolerUnknown || of.b.isPoolerUnknown
      ? ['Metrics do not say how clients connect, so the pooler makes no difference to a trace.']
      : []),
  ];
}

/** Warns of a configuration that the newest fact set does not allow. */
function refusedSentences(
  name: 'A' | 'B',
  { simulation }: ComparisonAnswer['of']['a'],
  { configuration }: ComparisonAnswer['a'],
  refused: PricedRefusal | null,
): string[] {
  if (refused === null) return [];
  const words = refusalWords(refused, simulation.prices.currency);
  return [`The service may refuse ${name}, ${configurationWords(configuration)}: ${words}`];
}
