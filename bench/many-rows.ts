import { closeSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { planJob, transferable } from '../src/advisor/index.ts';
import { asPrinted } from '../src/cli/run/report/write-report.ts';
import { reportPage } from '../src/page/index.ts';
import { readResultDocument } from '../src/picture/index.ts';
import { ALL_CHOICES, PROFILES } from '../src/planner/index.ts';
import {
  jsonPieces,
  type PortfolioAnswer,
  portfolioCsv,
  portfolioDocument,
  portfolioParquet,
  rowMaker,
} from '../src/report/index.ts';
import { readDocument, readScenario } from '../src/scenario/index.ts';
import { peakBytes } from './peak-bytes.ts';

// Keeps the plans of many databases, and writes each form of the answer. The plans are one plan with other costs, because
// making a hundred thousand takes an hour. Tells times, and the memory after each step.
const [count = '1000', folder = '.'] = process.argv.slice(2);
const ROWS = Number(count);
const PATH = 'scenarios/office-hours.yaml';
const { simulation } = readScenario(readDocument(readFileSync(PATH, 'utf8'), PATH));
const question = {
  objectives: PROFILES.balanced,
  choices: { ...ALL_CHOICES, highestCu: 2 },
  worthwhile: 0.1,
  isBrief: true,
};
const planned = await planJob({
  ...question,
  current: { size: { minCu: 2, maxCu: 4 }, suspendAfterMs: null, route: 'direct' },
  growth: null,
  without: null,
  lightChoices: ALL_CHOICES,
  simulation: transferable(simulation),
});
if (planned === null) throw new Error('the plan was stopped');

const base = peakBytes();
const rowOf = rowMaker();
let start = performance.now();
const databases = Array.from({ length: ROWS }, (_, i) => {
  const copy: typeof planned = structuredClone(planned);
  const factor = 0.2 + ((i * 7919) % 1000) / 250;
  const { current, recommendation } = copy.plan;
  for (const judged of [current, recommendation])
    if (judged !== null)
      Object.assign(judged.outcome, {
        costPerMonth: judged.outcome.costPerMonth * factor,
        cuHours: judged.outcome.cuHours * factor,
      });
  if (i % 7 === 0 && current !== null)
    Object.assign(current, { broken: [{ objective: 'throttled', found: factor / 40, bound: 0.02 }] });
  const verdict = i % 3 === 0 ? 'keep' : 'change';
  return rowOf({
    ...copy,
    plan: { ...copy.plan, verdict, recommendation: verdict === 'keep' ? current : recommendation },
    name: `database-${i}`,
    project: `project-${i % 500}`,
    file: `traces/database-${i}.csv`,
    tags: { team: `team-${i % 40}`, env: i % 4 === 0 ? 'dev' : 'prod' },
    member: `fleet.json#project-${i % 500}/database-${i}`,
    key: i.toString(16).padStart(32, '0'),
    horizonMs: simulation.horizonMs,
    mayChangeSize: true,
    cpuBound: null,
  });
});
const steps: Record<string, { ms: number; bytes: number; peakBytes: number }> = {};
const step = (name: string, bytes: number) => {
  steps[name] = { ms: performance.now() - start, bytes, peakBytes: peakBytes() };
  start = performance.now();
};
step('rows', 0);
const answer: PortfolioAnswer = {
  ...{
    of: ROWS,
    databases,
    currency: 'USD',
    profile: 'balanced',
    objectives: PROFILES.balanced,
    worthwhile: 0.1,
  },
  ...{ growth: null, bill: null, rollUps: [{ kind: 'tag', name: 'team' }], since: null },
};
mkdirSync(folder, { recursive: true });
const written = (name: string, pieces: Iterable<string | Uint8Array>) => {
  const file = openSync(`${folder}/${name}`, 'w');
  let bytes = 0;
  for (const piece of pieces)
    bytes += typeof piece === 'string' ? writeSync(file, piece) : writeSync(file, piece);
  closeSync(file);
  step(name, bytes);
};
const document = portfolioDocument(answer, null, true);
step('document', 0);
written('answer.json', jsonPieces(document));
written('answer.csv', portfolioCsv(answer));
written('answer.parquet', portfolioParquet(answer));
const script = (path: string) => readFileSync(new URL(`../../dist/page/${path}`, import.meta.url), 'utf8');
const page = await reportPage({
  document: readResultDocument(asPrinted(document), 'the answer'),
  again: { figures: [], command: 'tidemark plan fleet.json', ofOne: { before: 'tidemark plan ', after: '' } },
  version: '0.1.0',
  scripts: {
    vega: script('browser/vega.min.js'),
    page: script('browser/show.js'),
    grid: script('grid.js'),
  },
});
written('report.html', [page]);
console.log(JSON.stringify({ base, steps }));
