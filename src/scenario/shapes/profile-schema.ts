import { z } from 'zod';
import { DAY_MS } from '../../facts/index.ts';
import type { Profile } from '../../workload/index.ts';
import { clock, duration, group, hours, number } from '../notation/notation.ts';
import { weekHours } from '../notation/week-hours.ts';
import { crowd } from './crowd-schema.ts';
import { fitted } from './fitted-schema.ts';
import { type Noise, noiseFields, withNoise } from './noise-schema.ts';

/** A quantity over time. `unit` is the schema of a single value. */
export function profile(unit: z.ZodType<number>, words: string): z.ZodType<Profile, unknown> {
  const noisy = <Shape extends z.core.$ZodLooseShape>(
    what: string,
    fields: Shape,
    profileOf: (fields: z.output<z.ZodObject<Shape>>) => Profile,
  ) =>
    group(what, { ...fields, ...noiseFields }).transform(
      (all): Profile => withNoise(profileOf(all as z.output<z.ZodObject<Shape>>), all as Noise),
    );
  const shape: z.ZodType<Profile, unknown> = z.union(
    [
      unit.transform((value): Profile => ({ kind: 'constant', value })),
      noisy('a constant with noise', { constant: unit }, ({ constant }) => ({
        kind: 'constant',
        value: constant,
      })),
      noisy(
        'hours with values inside and outside',
        { hours, inside: unit, outside: unit },
        ({ hours: { days, fromMs, toMs }, inside, outside }) => ({
          kind: 'hours',
          days,
          fromMs,
          toMs,
          inside,
          outside,
        }),
      ),
      noisy(
        'a daily wave',
        { low: unit, high: unit, peakAt: clock, weekend: number('a factor from 0 to 10', 0, 10).default(1) },
        ({ low, high, peakAt, weekend }) => ({
          kind: 'daily',
          low,
          high,
          peakAtMs: peakAt % DAY_MS,
          weekend,
        }),
      ),
      noisy('hours of the week', { weekly: weekHours(unit, '0.1, 0.1') }, ({ weekly }) => ({
        kind: 'weekly',
        hours: weekly,
      })),
      noisy('steps', { steps: stepList(unit) }, ({ steps }) => ({ kind: 'steps', steps: inOrder(steps) })),
      crowd(unit),
      fitted(unit),
      noisy(
        'a sum of such',
        {
          sum: z
            .array(z.lazy(() => shape))
            .min(1)
            .max(20),
        },
        ({ sum }) => ({
          kind: 'sum',
          of: sum,
        }),
      ),
      noisy(
        'a shape with what changes it: times, growth, noise',
        {
          of: z.lazy(() => shape),
          times: z.lazy(() => factor).optional(),
          growth: number('percent a month from -99 to 1000', -99, 1000).optional(),
        },
        ({ of, times, growth }) => changed(of, times, growth),
      ),
    ],
    {
      error: `${words}, or { hours, inside, outside }, { low, high, peakAt }, { weekly }, { steps }, { peak, at }, { sum } or { of, times, growth }`,
    },
  );
  return shape;
}

/** A factor over time that multiplies a quantity. */
const factor: z.ZodType<Profile, unknown> = profile(
  number('a factor from 0 to 1000', 0, 1000),
  'a factor such as 2',
);

/** Multiplies a shape by its factors. Returns the shape itself if it has none. */
function changed(of: Profile, times: Profile | undefined, growth: number | undefined): Profile {
  const factors: Profile[] = [
    of,
    ...(times === undefined ? [] : [times]),
    ...(growth === undefined ? [] : [{ kind: 'growth', perMonth: growth / 100 } as const]),
  ];
  return factors.length === 1 ? of : { kind: 'product', of: factors };
}

function stepList(unit: z.ZodType<number>) {
  return z
    .array(group('a step such as { at: 10m, value: 2 }', { at: duration, value: unit }), {
      error: 'a list of steps such as { at: 10m, value: 2 }',
    })
    .min(1, { error: 'one step at least' })
    .max(10_000, { error: '10000 steps at most' });
}

/** Sorts steps by time. If two have the same time, the later one in the file counts. */
function inOrder(steps: readonly { readonly at: number; readonly value: number }[]) {
  return steps.map(({ at, value }) => ({ atMs: Math.round(at), value })).sort((a, b) => a.atMs - b.atMs);
}
