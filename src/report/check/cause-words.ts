import type { Check, Hypothesis, RankedCause } from '../../check/index.ts';
import { HOUR_MS } from '../../facts/index.ts';
import type { Item } from '../page/page.ts';
import { backgroundName } from '../plan/background.ts';
import { changeWords, durationWords, numberWords, percent, span } from '../words/format.ts';

/** Describes a hypothesis as the end of a sentence: `another timeout: the compute slept after 15m`. */
export function hypothesisWords(hypothesis: Hypothesis): string {
  switch (hypothesis.kind) {
    case 'timeout':
      return hypothesis.suspendAfterMs === null
        ? 'another timeout: scale to zero was off'
        : `another timeout: the compute slept after ${timeWords(hypothesis.suspendAfterMs)}`;
    case 'poller':
      return hypothesis.isSleepless
        ? 'a poller that is not in the trace: it asks so often that the compute never sleeps'
        : `a poller that is not in the trace: it asks every ${span(hypothesis.everyMs)}`;
    case 'shift':
      return `a clock shift: the trace's times are ${span(Math.abs(hypothesis.aheadMs))} too ${hypothesis.aheadMs > 0 ? 'late' : 'early'}`;
    case 'size': {
      const { minCu, maxCu } = hypothesis.size;
      return `another size: ${minCu === maxCu ? numberWords(minCu) : `${numberWords(minCu)} to ${numberWords(maxCu)}`} CU`;
    }
    case 'hidden demand':
      return `hidden demand: at the capacity limit, real demand was ${numberWords(hypothesis.by)} times as high as in the trace`;
    case 'gap':
      return 'a gap: the trace lacks samples of times when the compute was awake';
    case 'background':
      return hypothesis.was === 'absent'
        ? `background activity: ${backgroundName(hypothesis.background)} did not keep the compute awake`
        : `background activity: the load that --idle-below ${hypothesis.idleBelow} ignores kept the compute awake`;
  }
}

/** Says what to do if the hypothesis is right. */
function adviceWords(hypothesis: Hypothesis): string {
  switch (hypothesis.kind) {
    case 'timeout':
      return 'Look up the timeout that was in force, and give it with --current.';
    case 'poller':
      return 'To find this client, run tidemark trace awake on a log of the server.';
    case 'shift':
      return 'Check the time zone of the export, and give it with --timezone.';
    case 'size':
      return 'Look up the sizes that were in force, and give them with --current.';
    case 'hidden demand':
      return 'Add a load average or a number of active queries to the trace: they show how much.';
    case 'gap':
      return 'Export the missing samples, or cut these days out of both files.';
    case 'background':
      if (hypothesis.was === 'work') return 'Plan without --idle-below.';
      return 'idleBelow' in hypothesis.background
        ? `Plan without this background: --idle-below ${hypothesis.background.idleBelow}.`
        : 'Find these clients with tidemark trace awake, and leave them out of the trace.';
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
  if (verdict === 'undecided') return `With it, ${totalWords(error ?? 0)}.`;
  return (
    `This explains ${percent(Math.round(explains * 100) / 100)} of the difference (${percent(misfit)} remains)${left}.` +
    (isTied ? ' It fits as well as the cause before it.' : '')
  );
}

function totalWords(error: number): string {
  const rounded = roundedError(error);
  return rounded === 0 ? 'the total is then right' : `the total is then off by ${changeWords(rounded)}`;
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
