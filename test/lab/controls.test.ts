import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CLIFFS } from '../../src/lab/cliffs.ts';
import { changesBy, controlsOf, type Values } from '../../src/lab/controls/controls.ts';
import { runPicture } from '../../src/lab/picture/run-picture.ts';
import { ProblemError, readScenario, simulate } from '../../src/library/tidemark.ts';

const HERE = { threads: 1 };
/** Only one stop of this many is tried. */
const EVERY = 5;
const FILES = [
  'scenarios/lab/small-shop.yaml',
  'scenarios/poller.yaml',
  'scenarios/side-project.yaml',
  'scenarios/pool-races-suspend.yaml',
  'scenarios/lab/notebook.yaml',
  'scenarios/traces/office-week.jsonl',
];

describe.each(FILES)('the controls of %s', (file) => {
  test('stops of each slider are values that the scenario takes, or refuses with words', async () => {
    const { fields } = await readScenario(file, {}, HERE);
    for (const control of controlsOf(fields)) {
      const others = control.stops.filter((stop) => stop !== control.value);
      const tried = others.filter((_, at) => at % EVERY === 0 || at === others.length - 1);
      let taken = 0;
      for (const stop of tried) {
        const set = changesBy([control], { [control.id]: stop });
        const read = readScenario(file, { set }, HERE);
        await read.then(
          () => taken++,
          (error) => expect(error, `${control.id}=${stop}`).toBeInstanceOf(ProblemError),
        );
      }
      // The free plan fixes the timeout, and changes a size only at both ends together.
      if (fields.plan !== 'free' || !control.isPlanned) expect(taken, control.id).toBeGreaterThan(0);
    }
  });

  test('the value that a control shows is the one that holds', async () => {
    const { fields } = await readScenario(file, {}, HERE);
    const of = async (set: readonly string[]) => {
      const { totals, computes } = await simulate(file, { set, compare: false, facts: 'spec' }, HERE);
      return { totals, waits: computes[0]?.wakes.waitMs };
    };
    const known = controlsOf(fields).filter(
      ({ id, value }) => id !== 'price' && id !== 'times' && value !== 'not all the same',
    );
    expect(await of(known.flatMap((control) => control.changes(control.value)))).toEqual(await of([]));
  });

  test('no values change nothing', async () => {
    const { fields } = await readScenario(file, {}, HERE);
    const controls = controlsOf(fields);
    const own = Object.fromEntries(controls.map(({ id, value }) => [id, value]));
    expect(changesBy(controls, own)).toEqual([]);
    expect(changesBy(controls, {})).toEqual([]);
    expect(new Set(controls.map(({ id }) => id)).size).toBe(controls.length);
  });
});

test('the factor of demand multiplies it, beside events that the scenario has', async () => {
  const scenario = {
    horizon: '2h',
    compute: { size: 4, suspendAfter: 'off' },
    demand: [{ kind: 'load', vcpu: 0.5 }],
    events: ['1h=x2/1h'],
  };
  const { fields } = await readScenario(scenario, {}, HERE);
  const set = changesBy(controlsOf(fields), { times: '1.5' });
  const of = async (changes: readonly string[]) =>
    (await simulate(scenario, { set: changes, compare: false }, HERE)).computes[0]?.cpu.usedCpuHours ?? 0;
  expect((await of(set)) / (await of([]))).toBeCloseTo(1.5, 2);
});

test('a price of one’s own changes the cost alone', async () => {
  const file = 'scenarios/learn/range.yaml';
  const { fields } = await readScenario(file, {}, HERE);
  const controls = controlsOf(fields);
  const of = (values: Values) =>
    simulate(file, { set: changesBy(controls, values), compare: false }, HERE).then(({ totals }) => totals);
  const [cheap, dear] = [await of({ price: '0.1' }), await of({ price: '0.3' })];
  expect(dear.cost).toBeCloseTo(3 * cheap.cost, 4);
  expect({ ...dear, cost: 0, costPerMonth: 0 }).toEqual({ ...cheap, cost: 0, costPerMonth: 0 });
});

describe('cliffs', () => {
  /** The figure that differs much, and how: B as a multiple of A, or A where B has none of it. */
  const BIG: Readonly<Record<string, readonly [keyof ReturnType<typeof runPicture>['figures'], number]>> = {
    poller: ['wakesPerDay', Number.POSITIVE_INFINITY],
    connections: ['refused', 0],
    cache: ['delayP99Ms', 1.5],
    start: ['refused', Number.POSITIVE_INFINITY],
    crowd: ['throttledShare', 100],
    pool: ['refused', Number.POSITIVE_INFINITY],
  };

  test.each(CLIFFS)('$title', async ({ id, file, a, b }) => {
    readFileSync(file);
    const { fields } = await readScenario(file, {}, HERE);
    const controls = controlsOf(fields);
    const figuresOf = async (values: Values) => {
      expect(controls.map((control) => control.id)).toEqual(expect.arrayContaining(Object.keys(values)));
      const set = changesBy(controls, values);
      return runPicture(await simulate(file, { set, compare: false }, HERE)).figures;
    };
    const [name, times] = BIG[id] as (typeof BIG)[string];
    const [of, against] = [Number((await figuresOf(a))[name]), Number((await figuresOf(b))[name])];
    if (times === 0) expect([of, against]).toEqual([expect.any(Number), 0]);
    expect(of + against).toBeGreaterThan(0);
    if (times > 1) expect(against / of).toBeGreaterThanOrEqual(Math.min(times, 1e6));
  });
});

test('the only compute of a list has controls of its own', async () => {
  const scenario = {
    horizon: '1h',
    computes: [{ name: 'main', min: 1, max: 8, demand: [{ kind: 'cron', at: '5 * * * *' }] }],
  };
  const { fields } = await readScenario(scenario, {}, HERE);
  const controls = new Map(controlsOf(fields).map((control) => [control.id, control]));
  expect([controls.get('min')?.value, controls.get('max')?.value]).toEqual(['1', '8']);
  expect(controls.has('connectTimeout')).toBe(true);
  expect(controls.has('times')).toBe(false);
  const set = changesBy([...controls.values()], { max: '2', connectTimeout: '1s' });
  const { fields: changed } = await readScenario(scenario, { set }, HERE);
  expect(changed).toMatchObject({ computes: [{ max: 2, demand: [{ client: { connectTimeout: '1s' } }] }] });
});

test('the price list of a scenario keeps its other prices', async () => {
  const prices = {
    date: '2026-01',
    computePerCuHour: { scale: 0.2 },
    storagePerGbMonth: 0.4,
  };
  const scenario = { horizon: '1h', compute: { size: 1 }, demand: [], prices };
  const { fields } = await readScenario(scenario, {}, HERE);
  const set = changesBy(controlsOf(fields), { price: '0.5' });
  const { fields: changed } = await readScenario(scenario, { set }, HERE);
  expect(changed.prices).toMatchObject({ ...prices, computePerCuHour: { scale: 0.5 } });
});

test('any values of a person make changes, and each change is one text', () => {
  const fields = {
    compute: {},
    demand: [{ kind: 'clients' }, { kind: 'poller' }, { kind: 'arrivals' }, {}, null, 3],
    events: ['1h=x2/1h'],
  };
  const controls = controlsOf(fields);
  fc.assert(
    fc.property(fc.constantFrom(...controls), fc.string(), (control, value) => {
      const changes = changesBy([control], { [control.id]: value });
      expect(changes.every((change) => /^[\w.]+=/.test(change))).toBe(true);
      expect(changes.length > 0).toBe(value !== control.value);
    }),
  );
});
