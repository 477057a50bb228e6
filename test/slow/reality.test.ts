import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { predictedShape } from '../../bench/reality/compared-shape.ts';
import { type ComparedShape, keptText, type RealityResults } from '../../bench/reality/results.ts';
import { SHAPES, type Shape } from '../../bench/reality/shapes.ts';

const kept = new URL('../../bench/reality.json', import.meta.url);

test('the predicted sizes of a rush are those that the models make today', () => {
  const { shapes } = JSON.parse(readFileSync(kept, 'utf8')) as RealityResults;
  const [shape, rush] = [SHAPES[0] as Shape, shapes[0] as ComparedShape];
  expect(rush.name).toBe(shape.name);
  expect(JSON.parse(keptText(predictedShape(shape, rush)))).toEqual(rush);
});
