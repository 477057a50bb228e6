import { MICROS } from '../../facts/index.ts';
import { CHOOSERS, type Judged, regretMicros } from '../../planner/index.ts';
import { type BacktestAnswer, type BacktestedDatabase, backtestOf } from './backtest-answer.ts';

/** The answer for programs. Times are ISO 8601 in UTC. */
export function backtestDocument(answer: BacktestAnswer) {
  const { rows, unread, mean, better } = backtestOf(answer);
  const { days, isWhole, profile, worthwhile, headroom, currency, of } = answer;
  return {
    schema: 'tidemark/backtest',
    version: 3,
    partial: !isWhole,
    isWhole,
    profile,
    worthwhile,
    headroom,
    currency,
    days,
    totals: {
      databases: of,
      backtested: rows.length,
      windows: rows.reduce((sum, { database }) => sum + database.windows.length, 0),
    },
    mean,
    better,
    databases: rows.map(({ database, scores }) => ({
      name: database.name,
      project: database.project,
      file: database.file,
      timezone: database.simulation.zone.name,
      seed: database.simulation.seed,
      facts: database.simulation.facts.name,
      plan: database.simulation.plan,
      of: database.of,
      scores,
      windows: windowsOf(database),
      notes: database.notes,
    })),
    problems: unread.map(({ name, project, file, problems }) => ({ name, project, file, problems })),
  };
}

function windowsOf({ windows, simulation: { startMs } }: BacktestedDatabase) {
  const iso = (ms: number) => new Date(startMs + ms).toISOString();
  return windows.map(({ fromMs, judgedFromMs, untilMs, best, choices }) => ({
    from: iso(fromMs),
    judgedFrom: iso(judgedFromMs),
    until: iso(untilMs),
    best: best === null ? null : short(best),
    choices: CHOOSERS.map((by) => ({
      by,
      ...short(choices[by]),
      regretPerMonth: money(regretMicros(choices[by], best)),
    })),
  }));
}

function money(micros: number | null): number | null {
  return micros === null ? null : micros / MICROS;
}

function short({ configuration, outcome, broken }: Judged) {
  return { configuration, outcome, broken };
}
