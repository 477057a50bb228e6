import type { Check, Hypothesis, RankedCause } from '../../check/index.ts';
import { HOUR_MS } from '../../facts/index.ts';
import type { Item } from '../page/page.ts';
import { backgroundName } from '../plan/background.ts';
import { changeWords, durationWords, numberWords, percent, span } from '../words/format.ts';

/** Describes a hypothesis as the end of a sentence: `another timeout: it slept after 15m`. */
export function hypothesisWords(hypothesis: Hypothesis): string {
  switch (hypothesis.kind) {
    case 'timeout':
      return hypothesis.suspendAfterMs === null
        ? 'another timeout: scale to zero was off'
        : `another timeout: it slept after ${timeWords(hypothesis.suspendAfterMs)}`;
    case 'poller':
      return hypothesis.isSleepless
        ? 'a poller that is not in the trace: somebody asks so often that it never sleeps'
        : `a poller that is not in the trace: somebody asks every ${span(hypothesis.everyMs)}`;
    case 'shift':
      return `a clock shift: the trace's times are ${span(Math.abs(hypothesis.aheadMs))} too ${hypothesis.aheadMs > 0 ? 'late' : 'early'}`;
    case 'size': {
      const { minCu, maxCu } = hypothesis.size;
      return `another size: ${minCu === maxCu ? numberWords(minCu) : `${numberWords(minCu)} to ${numberWords(maxCu)}`} CU`;
    }
    case 'hidden demand':
      return `censored demand: where CPU was at what there was, ${numberWords(hypothesis.by)} times as much was wanted`;
    case 'gap':
      return 'a gap: the trace has no samples of times in which it was awake';
    case 'background':
      return hypothesis.was === 'absent'
        ? `background that is no work: ${backgroundName(hypothesis.background)} did not keep it awake`
        : `background that is work: what --idle-below ${hypothesis.idleBelow} leaves out kept it awake`;
  }
}

/** Says what to do if the hypothesis is right. */
function adviceWords(hypothesis: Hypothesis): string {
  switch (hypothesis.kind) {
    case 'timeout':
      return 'Look up the timeout that was set, and give it with --current.';
    case 'poller':
      return 'A log of the server says who it is: tidemark trace awake.';
    case 'shift':
      return 'Look at the time zone that it was exported in: --timezone.';
    case 'size':
      return 'Look up the sizes that were set, and give them with --current.';
    case 'hidden demand':
      return 'A load average or a number of active queries in the trace would say how much.';
    case 'gap':
      return 'Export the samples that are missing, or cut these days out of both.';
    case 'background':
      if (hypothesis.was === 'work') return 'Plan without --idle-below.';
      return 'idleBelow' in hypothesis.background
        ? `Plan without it: --idle-below ${hypothesis.background.idleBelow}.`
        : 'tidemark trace awake says who asks: leave those clients out of the trace.';
  }
}

export function causeItems({ causes, verdict }: Pick<Check, 'causes' | 'verdict'>): Item[] {
  return causes
    .filter(({ explains, error }) =>
      verdict === 'undecided' ? Math.abs(error ?? 1) <= 0.05 : explains >= LEAST,
    )
    .map((cause, i) => ({
      text: `${capital(hypothesisWords(cause.hypothesis))}. ${evidence(cause, verdict)}`,
      under: i === 0 || cause.isTied ? [adviceWords(cause.hypothesis)] : [],
    }));
}

/** A cause that explains a smaller share is not shown. */
const LEAST = 0.1;

function evidence({ error, misfit, explains, isTied }: RankedCause, verdict: Check['verdict']): string {
  const left = error === null ? '' : `, and ${totalWords(error)}`;
  if (verdict === 'undecided') return `Then ${totalWords(error ?? 0)}.`;
  return (
    `Then ${percent(Math.round(explains * 100) / 100)} of the difference is gone (${percent(misfit)} is left)${left}.` +
    (isTied ? ' It fits as well as the one before.' : '')
  );
}

function totalWords(error: number): string {
  const rounded = roundedError(error);
  return rounded === 0 ? 'the total is right' : `the total is off by ${changeWords(rounded)}`;
}

export function roundedError(error: number): number {
  return Math.round(error * 1000) / 1000;
}

export function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

function timeWords(ms: number): string {
  return ms % HOUR_MS === 0 ? `${ms / HOUR_MS}h` : durationWords(ms);
}
