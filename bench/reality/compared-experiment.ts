import { baseCostFactor, scaledCost } from './base-cost.ts';
import { type Behaviour, median, medianBehaviour } from './behaviour.ts';
import { isSteady, usedMsPerQuery } from './errors.ts';
import { type PlannedExperiment, pauseMs, withRate } from './experiment.ts';
import { measured } from './measured.ts';
import { nineInTen, otherSeeds } from './other-draws.ts';
import { type Known, predicted, predictedLoadP95Ms } from './predicted.ts';
import { connectionCpuMs, costOf, meanCost } from './queries.ts';
import type { ComparedExperiment, ComparedPart, Twice } from './results.ts';
import type { PostgresServer } from './server.ts';

export const PART_SECONDS = 5;

/** Measures a demand on one size, and predicts it. */
export async function compareExperiment(
  planned: PlannedExperiment,
  server: PostgresServer,
  connection: number,
  most: { readonly parts: number; readonly tries: number },
): Promise<ComparedExperiment> {
  const { query, demand } = planned;
  const usual = await costOf(server, query);
  const paceMs = pauseMs(withRate(planned, usual.cpuMs, connection), usual.tookMs);
  const connectionMs = demand.kind === 'connects' ? await connectionCpuMs(server, query, paceMs) : connection;
  let before = await costOf(server, query, paceMs);
  const measurePart = async (seed: number, tries = 1): Promise<MeasuredPart> => {
    const experiment = withRate(planned, before.cpuMs, connectionMs);
    const known = { seed, cost: before, connectionCpuMs: connectionMs, phase: 0 };
    const { arrivalsMs } = predicted(experiment, known, PART_SECONDS);
    const measure = () => measured(experiment, server, arrivalsMs, PART_SECONDS);
    const twice = [await measure(), await measure()] as const;
    const after = await costOf(server, query, paceMs);
    const alone = [before, after] as const;
    before = after;
    if (tries < most.tries && !isSteady(alone, twice)) return measurePart(seed, tries + 1);
    return { seed, asked: experiment.demand, tries, alone: meanCost(alone), measured: twice };
  };
  const parts: MeasuredPart[] = [];
  for (let seed = 0; seed < most.parts; seed++) parts.push(await measurePart(seed));
  return predictedExperiment({ ...planned, connectionCpuMs: connectionMs, parts });
}

const PHASES = 10;
/** Its multiples are spread evenly between whole numbers. */
const GOLDEN_RATIO = (1 + Math.sqrt(5)) / 2;

type MeasuredPart = Omit<ComparedPart, 'predicted'>;

/** An experiment before its prediction. */
interface MeasuredExperiment extends Omit<ComparedExperiment, 'parts' | 'otherP95Ms' | 'loadP95Ms'> {
  readonly parts: readonly MeasuredPart[];
}

export function predictedExperiment(one: MeasuredExperiment): ComparedExperiment {
  const { parts } = one;
  const partsKnown = parts.map((part) => knownOf(one, part, part.measured));
  const p95Ms = (part: MeasuredPart, known: Known) => predictedPart(one, part, known).p95Ms;
  const otherP95Ms = nineInTen(
    otherSeeds().map((n) =>
      median(
        parts.map((part, i) => {
          const seed = n * parts.length + part.seed;
          return p95Ms(part, { ...(partsKnown[i] as Known), seed, phase: (seed * GOLDEN_RATIO) % 1 });
        }),
      ),
    ),
  );
  const predictedTwice = (part: MeasuredPart): Twice<Behaviour> => {
    const [first, second] = part.measured;
    return [predictedInPhases(one, part, first), predictedInPhases(one, part, second)];
  };
  const predictedParts = parts.map((part) => ({ ...part, predicted: predictedTwice(part) }));
  return { ...one, parts: predictedParts, otherP95Ms, loadP95Ms: loadP95Ms(one) };
}

/** A measurement begins at an unknown part of a period, so its prediction is the middle of those for many parts. */
function predictedInPhases(one: MeasuredExperiment, part: MeasuredPart, measured: Behaviour): Behaviour {
  const phases = Array.from({ length: PHASES }, (_, n) => n / PHASES);
  return medianBehaviour(
    phases.map((phase) => predictedPart(one, part, knownOf(one, part, [measured], phase))),
  );
}

/** Null unless queries arrive at random and find a connection, as a load assumes. */
function loadP95Ms(one: MeasuredExperiment): number | null {
  if (one.demand.kind !== 'open' || one.demand.pool !== undefined) return null;
  return median(
    one.parts.map(({ alone, asked, measured }) => {
      const cost = scaledCost(alone, usedMsPerQuery(measured) / alone.cpuMs);
      const perSecond = asked.kind === 'open' ? asked.perSecond : 0;
      return predictedLoadP95Ms(one.vcpu, perSecond, cost, PART_SECONDS);
    }),
  );
}

/** Finds the costs with which queries take as much processor time as was measured, by the accounting of the control group. */
function knownOf(
  one: MeasuredExperiment,
  part: MeasuredPart,
  measured: readonly Behaviour[],
  phase = 0,
): Known {
  const { seed, alone } = part;
  // All other demands find their connections open.
  const connectionCpuMs = one.demand.kind === 'connects' ? one.connectionCpuMs : 0;
  const knownWith = (factor: number) => ({
    seed,
    cost: scaledCost(alone, factor),
    connectionCpuMs: connectionCpuMs * factor,
    phase,
  });
  const usedMsWith = (factor: number) => usedMsPerQuery([predictedPart(one, part, knownWith(factor))]);
  return knownWith(baseCostFactor(usedMsPerQuery(measured), usedMsWith));
}

function predictedPart(one: MeasuredExperiment, { asked }: MeasuredPart, known: Known): Behaviour {
  return predicted({ ...one, demand: asked }, known, PART_SECONDS).behaviour;
}
