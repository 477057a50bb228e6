import { parseHours } from '../../notation/notation.ts';
import type { AppAnswers, AppKind, WrittenQuantity } from './questions.ts';

interface NewApp {
  readonly answers: AppAnswers;
  readonly timezone: string;
  /** The path of the schema for editors. */
  readonly schemaPath: string;
  /** The command that plans it. */
  readonly planCommand: string;
}

/** The profile of objectives that suits an answer. Null for the usual one. */
export function profileOf({ wait }: Pick<AppAnswers, 'wait'>): 'frugal' | 'steady' | null {
  return PROFILES[wait];
}

const PROFILES = { fine: 'frugal', annoying: null, bad: 'steady' } as const;

/** Writes a scenario of an application that does not run yet, with an interval for all that nobody knows. */
export function newAppScenario({ answers, timezone, schemaPath, planCommand }: NewApp): string {
  const { rate, what } = KINDS[answers.app ?? 'unknown'];
  return `# yaml-language-server: $schema=${schemaPath}
# An interval { low, likely, high } is a quantity that nobody knows yet. Narrow it as soon as you know more.
# Plan it: ${planCommand}
why: Which configuration to begin with, before anybody has measured ${what}?

start: 2026-03-02
timezone: ${timezone}
# ${isDaily(answers) ? 'Each day is alike, and the second begins as the first one ends' : 'Each week is alike'}.
horizon: ${isDaily(answers) ? '2d' : '7d'}
seed: 1
facts: 2026-11
plan: launch

compute:
  # What a new project gets. A plan chooses another range and another timeout.
  min: 0.25
  max: 2
  suspendAfter: 5m
  # The data that queries read again and again. It should fit into the cache.
  workingSet: ${written(answers.data)}

demand:
  - name: people
    kind: load
    # Queries per second: the people at a time, times the queries of one of them.
    perSecond:
      of:
${hoursLines(answers)}
        # People come and go.
        noise: 0.3
        noiseEvery: 5m
      times: ${written(rate)}
    # The CPU time of one query.
    cpuPerQuery: ${written(answers.query)}
    # 8 kB pages that a query reads.
    pagesPerQuery: { low: 5, likely: 20, high: 100 }
    connections: { low: 5, likely: 20, high: 100 }
    # Null: nothing limits how many queries run at a time.
    concurrency: null
${jobsLines(answers)}
# What the service does not state.
assumptions:
  # The time of a start, and so of a wake: an interval, or stated (300ms) or measured (1.8s).
  start: { low: 300ms, likely: 500ms, high: 3s }
  # Sizes below 1 CU cannot be relied on to get more than their share of a processor.
  burst: false
  # At 0 all pages are alike, towards 1 nearly all reads go to few pages.
  skew: { low: 0.3, likely: 0.5, high: 0.8 }
`;
}

const KINDS: Readonly<
  Record<AppKind | 'unknown', { readonly what: string; readonly rate: WrittenQuantity }>
> = {
  website: { what: 'the website', rate: { low: 0.05, likely: 0.2, high: 0.5 } },
  tool: { what: 'the tool', rate: { low: 0.02, likely: 0.1, high: 0.3 } },
  api: { what: 'the clients of the API', rate: { low: 0.2, likely: 1, high: 3 } },
  unknown: { what: 'the application', rate: { low: 0.02, likely: 0.1, high: 1 } },
};

/** Shorter runs let a plan draw more worlds in the same time. */
function isDaily({ hours }: AppAnswers): boolean {
  return hours === null || hours === 'always' || parseHours(hours)?.days.length === 7;
}

function hoursLines({ hours, people }: AppAnswers): string {
  if (hours === 'always') return `        constant: ${written(people)}`;
  return `        hours: "${hours ?? '08:00-20:00'}"
        inside: ${written(people)}
        outside: ${hours === null ? '{ low: 0, likely: 1, high: 10 }' : 0}`;
}

function jobsLines({ jobs }: AppAnswers): string {
  if (jobs === null) return '';
  return `  - name: background
    kind: poller
    every: ${written(jobs)}
    # With true, the connection stays open, and the compute never sleeps.
    keepsConnection: false
    query: { cpu: 5ms }
`;
}

function written(quantity: WrittenQuantity): string {
  if (typeof quantity !== 'object') return String(quantity);
  const { low, likely, high } = quantity;
  return `{ low: ${low}, likely: ${likely}, high: ${high} }`;
}
