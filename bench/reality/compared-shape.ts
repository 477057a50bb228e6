import { measuredSizes, predictedLoadCuHours, predictedSizes } from './autoscaled.ts';
import { baseCostFactor, scaledCost } from './base-cost.ts';
import { firstStepUpMs, isUnsteadyShape, MOST_TRIES_OF_SHAPE } from './errors.ts';
import { nineInTen, otherSeeds } from './other-draws.ts';
import { costOf } from './queries.ts';
import type { ComparedShape } from './results.ts';
import type { PostgresServer } from './server.ts';
import { SHAPE_SECONDS, type Shape } from './shapes.ts';

/** Measures a shape of demand on an autoscaled server, and predicts it. */
export async function compareShape(shape: Shape, server: PostgresServer): Promise<ComparedShape> {
  for (let tries = 1; ; tries++) {
    const alone = await costOf(server, 'sum');
    const { arrivalsMs } = predictedSizes(shape, { seed: 0, cost: alone, rateCpuMs: alone.cpuMs });
    const measurement = await measuredSizes(server, arrivalsMs);
    const after = await costOf(server, 'sum');
    if (tries === MOST_TRIES_OF_SHAPE || !isUnsteadyShape({ alone, afterCpuMs: after.cpuMs }))
      return predictedShape(shape, { tries, alone, afterCpuMs: after.cpuMs, measured: measurement });
  }
}

type MeasuredShape = Pick<ComparedShape, 'tries' | 'alone' | 'afterCpuMs' | 'measured'>;

export function predictedShape(shape: Shape, one: MeasuredShape): ComparedShape {
  const { tries, alone, afterCpuMs, measured } = one;
  const rateCpuMs = alone.cpuMs;
  const sizesWith = (factor: number, seed: number) =>
    predictedSizes(shape, { seed, rateCpuMs, cost: scaledCost(alone, factor) });
  const factor = baseCostFactor(measured.cpuMs, (one) => sizesWith(one, 0).cpuMs);
  const { arrivalsMs: _, cpuMs: _given, ...predicted } = sizesWith(factor, 0);
  const { name, isJudged } = shape;
  const others = otherSeeds().map((seed) => sizesWith(factor, seed));
  return {
    name,
    isJudged,
    seconds: SHAPE_SECONDS,
    tries,
    alone,
    afterCpuMs,
    measured,
    predicted,
    asLoad: predictedLoadCuHours(shape, { cpuMs: measured.cpuMs, rateCpuMs }),
    otherDraws: nineInTen(others.map(({ cuHours }) => cuHours)),
    otherStepsMs: nineInTen(others.map((one) => firstStepUpMs(one) ?? SHAPE_SECONDS * 1000)),
  };
}
