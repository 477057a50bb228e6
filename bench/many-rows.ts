import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { PlannedJob } from '../src/advisor/index.ts';
import { asPrinted } from '../src/cli/run/report/write-report.ts';
import { DAY_MS } from '../src/facts/index.ts';
import { reportPage } from '../src/page/index.ts';
import { readResultDocument } from '../src/picture/index.ts';
import { PROFILES } from '../src/planner/index.ts';
import {
  jsonPieces,
  type PortfolioAnswer,
  portfolioCsv,
  portfolioDocument,
  portfolioParquet,
  rowMaker,
} from '../src/report/index.ts';
import { peakBytes } from './peak-bytes.ts';

// Keeps a row for each of many databases, and writes their answer in one form. The plans are one kept plan, read each
// time and with other costs, because making a hundred thousand takes an hour.
const [count = '', plan = '', form = '', output = ''] = process.argv.slice(2);

const text = readFileSync(plan, 'utf8');
const rowOf = rowMaker();
const databases = Array.from({ length: Number(count) }, (_, i) => {
  const planned = JSON.parse(text) as PlannedJob;
  const factor = 0.2 + ((i * 7919) % 1000) / 250;
  const { current, recommendation } = planned.plan;
  for (const judged of [current, recommendation])
    if (judged !== null)
      Object.assign(judged.outcome, { costPerMonth: judged.outcome.costPerMonth * factor });
  return rowOf({
    ...planned,
    name: `database-${i}`,
    project: `project-${i % 500}`,
    file: `traces/database-${i}.csv`,
    tags: { team: `team-${i % 40}`, env: i % 4 === 0 ? 'dev' : 'prod' },
    member: `fleet.json#project-${i % 500}/database-${i}`,
    key: i.toString(16).padStart(32, '0'),
    horizonMs: 30 * DAY_MS,
    mayChangeSize: true,
    cpuBound: null,
  });
});
const answer: PortfolioAnswer = {
  of: databases.length,
  databases,
  currency: 'USD',
  profile: 'balanced',
  objectives: PROFILES.balanced,
  worthwhile: 0.1,
  growth: null,
  bill: null,
  rollUps: [{ kind: 'tag', name: 'team' }],
  since: null,
};

const file = openSync(output, 'w');
let bytes = 0;
for (const piece of await piecesOf(form)) {
  const whole = typeof piece === 'string' ? Buffer.from(piece) : piece;
  bytes += writeSync(file, whole);
}
closeSync(file);
console.log(JSON.stringify({ bytes, peakBytes: peakBytes() }));

async function piecesOf(kind: string): Promise<Iterable<string | Uint8Array>> {
  if (kind === 'csv') return portfolioCsv(answer);
  if (kind === 'parquet') return portfolioParquet(answer);
  const document = portfolioDocument(answer, null, true);
  if (kind === 'json') return jsonPieces(document);
  const script = (path: string) => readFileSync(new URL(`../../dist/page/${path}`, import.meta.url), 'utf8');
  const page = await reportPage({
    document: readResultDocument(asPrinted(document), 'the answer'),
    again: {
      figures: [],
      command: 'tidemark plan fleet.json',
      ofOne: { before: 'tidemark plan ', after: '' },
    },
    version: '0.1.0',
    scripts: {
      vega: script('browser/vega.min.js'),
      page: script('browser/show.js'),
      grid: script('grid.js'),
    },
  });
  return [page];
}
