import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  type Asking,
  backtest,
  check,
  checkMany,
  compare,
  incident,
  type NamedDatabase,
  plan,
  planMany,
  plannersHere,
  policies,
  simulate,
  subjectOfScenario,
  trialPool,
} from '../../src/advisor/index.ts';
import { DAY_MS, HOUR_MS } from '../../src/facts/index.ts';
import { ALL_CHOICES, PROFILES } from '../../src/planner/index.ts';
import { readDocument, readScenario } from '../../src/scenario/index.ts';

const NAME = 'scenarios/flash-crowd.yaml';
const text = readFileSync(new URL(`../../${NAME}`, import.meta.url), 'utf8');
const whole = readScenario(readDocument(text, NAME));
const scenario = { ...whole, simulation: { ...whole.simulation, horizonMs: 2 * DAY_MS } };
const { simulation } = scenario;
const subject = subjectOfScenario(NAME, scenario);
const database: NamedDatabase = {
  name: 'shop',
  project: null,
  tags: {},
  member: null,
  file: NAME,
  current: null,
  load: async () => subject,
};
const { currency } = simulation.prices;

const held = {
  profile: 'balanced' as const,
  objectives: { ...PROFILES.balanced, headroom: null },
  choices: { ...ALL_CHOICES, timeoutsMs: [5 * 60_000], highestCu: 1 },
  worthwhile: 0.1,
};
const planAlone = {
  use: { metered: [], asked: {} },
  ...held,
  current: null,
  holdout: null,
  isForStability: false,
  isForSchedule: false,
  growth: null,
  why: null,
  apply: null,
  actuals: null,
  writtenTo: null,
};
const planAll = {
  ...held,
  growth: null,
  currency,
  bill: null,
  applyAs: null,
  isApplyShown: false,
  rollUps: [],
  since: null,
};
const plannersFor = (asking: Asking) => plannersHere(() => 'key', null, asking);
const bill = {
  currency: null,
  project: null,
  months: [
    {
      fromMs: simulation.startMs,
      untilMs: simulation.startMs + 2 * DAY_MS,
      computeMicros: 5_000_000,
      totalMicros: 5_000_000,
      items: [],
    },
  ],
};
const actuals = {
  name: 'sizes',
  place: {},
  metered: {
    of: 'cu' as const,
    spans: Array.from({ length: 48 }, (_, hour) => ({
      fromMs: simulation.startMs + hour * HOUR_MS,
      untilMs: simulation.startMs + (hour + 1) * HOUR_MS,
      value: HOUR_MS / 4,
    })),
    wakes: null,
    suspends: null,
    hasSizes: true,
  },
  bill: null,
  consumption: [],
  notes: [],
};
const side = { file: NAME, changes: [], simulation, notes: [], isPoolerUnknown: false };

async function planned(request: typeof planAlone, asking: Asking) {
  const pool = trialPool(asking.threads);
  try {
    return await plan(subject, request, asking, pool);
  } finally {
    await pool.close();
  }
}

/** Each question as a program asks it: as data, without a command line. */
const QUESTIONS: Readonly<Record<string, (asking: Asking) => Promise<object>>> = {
  plan: async (asking) => (await planned(planAlone, asking)).document,
  planMany: async (asking) => (await planMany([database], planAll, plannersFor, asking)).document,
  check: (asking) => check(subject, { actuals, current: null, history: null, expected: null }, asking),
  checkMany: async (asking) =>
    (
      await checkMany(
        [database],
        { bill: { name: 'bill', place: {}, bill }, project: null, currency },
        asking,
      )
    ).document,
  compare: (asking) => compare(side, side, { ...held, limits: [], resource: null }, asking),
  incident: async (asking) =>
    (
      await incident(
        scenario,
        {
          name: NAME,
          at: '12h',
          atMs: 12 * HOUR_MS,
          aroundMs: HOUR_MS,
          configurationFrom: 'scenario',
          ...held,
        },
        asking,
      )
    ).document,
  policies: (asking) => policies(scenario, null, asking),
  backtest: async (asking) =>
    (await backtest([database], { ...held, currency, days: { planned: 1, judged: 1, step: 1 } }, asking))
      .document,
  simulate: (asking) =>
    simulate({ scenario, feed: null }, { sink: null, isCompared: true, asked: {} }, asking),
};

/** Questions with a partial answer when they are aborted. The others throw the reason. */
const IN_PART = ['plan', 'planMany', 'backtest', 'simulate'];

function asked(signal: AbortSignal): { readonly asking: Asking; readonly heard: number[] } {
  const heard: number[] = [];
  const threads = {
    processors: 1,
    wallMs: () => 0,
    pool: () => Promise.reject(new Error('nobody asks for threads where there is one processor')),
  };
  return {
    heard,
    asking: { signal, pause: async () => {}, progress: (_, done, of) => heard.push(done / of), threads },
  };
}

describe.each(Object.entries(QUESTIONS))('%s', (name, question) => {
  test('answers with a document, reports progress, and gives the same answer again', async () => {
    const { asking, heard } = asked(new AbortController().signal);
    const document = await question(asking);
    expect(document).toMatchObject({ schema: expect.stringMatching(/^tidemark\//) });
    expect(heard.length).toBeGreaterThan(0);
    expect(heard.every((share) => share >= 0 && share <= 1)).toBe(true);
    expect(JSON.stringify(await question(asking))).toBe(JSON.stringify(document));
  });

  test('ends when it is aborted', async () => {
    const reason = new Error('somebody does not want to wait');
    const answer = question(asked(AbortSignal.abort(reason)).asking);
    if (!IN_PART.includes(name)) await expect(answer).rejects.toBe(reason);
    else expect(JSON.stringify(await answer)).toMatch(/"(?:partial":true|isWhole":false)/);
  });
});

test('a plan reports the best configuration so far, which ends as the cheapest that meets all objectives', async () => {
  const { asking } = asked(new AbortController().signal);
  const found: string[] = [];
  const listening: Asking = {
    ...asking,
    progress: (doing, _done, _of, best = '') => {
      if (doing === 'planning' && best !== '') found.push(best);
    },
  };
  const { answer } = await planned(
    { ...planAlone, choices: { ...planAlone.choices, highestCu: 8 } },
    listening,
  );
  const { cheapest } = answer;
  expect(cheapest).not.toBeNull();
  expect(found.at(-1)).toMatch(/^best so far .+ at \$\d+\.\d\d a month$/);
  expect(found.at(-1)).toContain(`$${cheapest?.outcome.costPerMonth.toFixed(2)}`);
});
