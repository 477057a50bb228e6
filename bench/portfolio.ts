import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS, MINUTE_MS } from '../src/facts/index.ts';
import { randomStream } from '../src/workload/index.ts';
import { measuredChild, measuredCommand } from './measured-child.ts';
import { keep } from './results.ts';

const DAYS = 30;
const FEW = 60;
const FEW_ASKED_S = 90;
const MANY = 1000;
const MANY_ASKED_S = 540;
const VERY_MANY = 100_000;
const MOST_MB = 400;
const FORMS = ['json', 'csv', 'parquet', 'page'] as const;

/** Returns the trace of a database: load by day, rest at night, pauses of its own. There are `FEW` different sizes. */
function csvOf(database: number): string {
  const random = randomStream(database, 'bench');
  const peak = 0.2 * 1.06 ** (database % FEW);
  const startMs = Date.UTC(2026, 2, 2);
  const lines = ['time,cpu,connections'];
  for (let minute = 0; minute < (DAYS * DAY_MS) / MINUTE_MS; minute++) {
    const atMs = startMs + minute * MINUTE_MS;
    const wave = Math.max(0, Math.cos((2 * Math.PI * (minute - 14 * 60)) / 1440)) * (0.5 + random());
    const vcpu = wave === 0 && random() < 0.98 ? 0 : peak * Math.max(0.05, wave);
    lines.push(`${new Date(atMs).toISOString()},${vcpu.toFixed(4)},${vcpu === 0 ? 0 : 5 + (database % 20)}`);
  }
  return lines.join('\n');
}

const folder = mkdtempSync(join(tmpdir(), 'tidemark-bench-'));

/** Makes a folder of databases. */
function databases(count: number): string {
  const of = mkdtempSync(join(folder, 'databases-'));
  for (let i = 0; i < count; i++) writeFileSync(join(of, `database-${i}.csv`), csvOf(i));
  return of;
}

function planned(of: string, more: readonly string[] = []) {
  const { ms, peakBytes } = measuredCommand(
    'plan',
    of,
    ...['--map', 'cpu=cpu:vcpu', '--map', 'connections=connections'],
    ...['--current', '0.25-2, 5m'],
    ...more,
  );
  return { s: ms / 1000, words: `${(ms / 1000).toFixed(1)} s, ${(peakBytes / 1e6).toFixed(0)} MB` };
}

/** Writes the answer about very many databases whose plans are known. */
function written(form: (typeof FORMS)[number]) {
  const [plan = ''] = readdirSync(join(folder, 'plans'));
  const { ms, bytes, peakBytes } = measuredChild<{ bytes: number; peakBytes: number }>('many-rows.js', [
    ...[String(VERY_MANY), join(folder, 'plans', plan), form, join(folder, 'answer')],
  ]);
  return {
    name: `${VERY_MANY} known plans, written as ${form}`,
    ours: `${(ms / 1000).toFixed(1)} s, ${(peakBytes / 1e6).toFixed(0)} MB, ${(bytes / 1e6).toFixed(1)} MB written`,
    reference: `${MOST_MB} MB of memory asked`,
    ratio: peakBytes / 1e6 / MOST_MB,
    asked: form === 'page' ? '' : 'at most 1',
  };
}

try {
  const few = databases(FEW);
  const results = ['--results', join(folder, 'plans')];
  const [first, again] = [planned(few, results), planned(few, results)];
  const many = planned(databases(MANY));
  keep('portfolio', [
    {
      name: `${FEW} databases of ${DAYS} days, all processors`,
      ours: first.words,
      reference: `${FEW_ASKED_S} s asked, on two`,
      ratio: first.s / FEW_ASKED_S,
      asked: 'at most 1',
    },
    {
      name: 'the same again, all plans kept',
      ours: again.words,
      reference: `${first.words} (the first time)`,
      ratio: again.s / first.s,
      asked: '',
    },
    {
      name: `${MANY} databases of ${DAYS} days, all processors`,
      ours: many.words,
      reference: `${MANY_ASKED_S} s asked, on two, with less than 1,000 MB`,
      ratio: many.s / MANY_ASKED_S,
      asked: 'at most 1',
    },
    ...FORMS.map(written),
  ]);
} finally {
  rmSync(folder, { recursive: true });
}
