import { REFUSALS } from '../../compute/index.ts';
import { MICROS, MINUTE_MS } from '../../facts/index.ts';
import { configurationOf, type Tried, type Trouble } from '../../planner/index.ts';
import type { Item, PageBlock } from '../page/page.ts';
import { assumptionLines } from '../words/assumption-lines.ts';
import { configurationWords } from '../words/configuration-words.ts';
import { money, span, times } from '../words/format.ts';
import { localClock, localDateTime } from '../words/local-clock.ts';
import { brokenCell, brokenList } from '../words/objective-words.ts';
import type { IncidentAnswer } from './incident-answer.ts';
import { linkWords } from './link-words.ts';
import { remedyWords } from './remedy-words.ts';
import { RAN_OUT, troubleWords } from './trouble-words.ts';

export function incidentPage(answer: IncidentAnswer): PageBlock[] {
  return [
    { kind: 'heading', text: firstSentence(answer), under: underWords(answer) },
    ...adviceBlocks(answer),
    ...listOf(
      'Shortages, in order of time:',
      answer.troubles.map((one) => troubleItem(answer, one)),
    ),
    ...listOf('Events:', chainItems(answer)),
    ...listOf('Errors that clients saw:', errorItems(answer)),
    ...triedTable(answer),
    ...listOf('Limitations:', limitationItems(answer)),
    ...listOf(
      'How the trace became demand:',
      answer.notes.map((text) => ({ text })),
    ),
    { kind: 'notes', texts: assumptionLines(answer.simulation) },
  ];
}

function firstSentence(answer: IncidentAnswer): string {
  const [first] = answer.troubles;
  if (first === undefined) {
    const [error] = answer.elsewhere;
    const where =
      error === undefined
        ? 'No client saw an error at any other time.'
        : `The first error that a client saw is at ${localDateTime(answer.simulation, error.firstMs)}: ${REFUSALS[error.key].reason}.`;
    return `Nothing ran out, and no client waited a second or longer. ${where}`;
  }
  const at = localClock(answer.simulation, answer.window)(first.fromMs);
  const before = first.fromMs <= answer.window.fromMs && answer.window.fromMs > 0 ? ' or before' : '';
  return `${RAN_OUT[first.resource]} first, at ${at}${before}: ${troubleWords(first)}.`;
}

function underWords({ simulation, window, atMs, aroundMs, why, configurationFrom }: IncidentAnswer): string {
  const { horizonMs, zone, plan, facts, seed } = simulation;
  const isCut = atMs - aroundMs < 0 || atMs + aroundMs > horizonMs;
  return (
    `${why === null ? '' : `${why} `}${configurationWords(configurationOf(simulation))}${SET_BY[configurationFrom]}, plan ${plan}, fact set ${facts.name}, ` +
    `seed ${seed}. Window: ${localDateTime(simulation, window.fromMs)} to ${localDateTime(simulation, window.untilMs)}, ` +
    `${zone.name}${isCut ? ' (cut at an end of the file)' : ''}.`
  );
}

const SET_BY: Readonly<Record<IncidentAnswer['configurationFrom'], string>> = {
  flag: ' (--current)',
  scenario: ' (from the scenario)',
  default: ' (assumed: a trace does not state its configuration, --current does)',
};

function adviceBlocks(answer: IncidentAnswer): PageBlock[] {
  const { troubles, best, nearest, runs } = answer;
  if (troubles.length === 0) return [];
  if (best !== null)
    return [
      {
        kind: 'paragraph',
        text:
          `The cheapest single change that prevents it${best.broken?.length === 0 ? ' and meets all objectives' : ''}: ${remedyWords(best.remedy, answer)}. It costs ` +
          `${costDifferenceWords(answer, best)}.${remainingSentence(best)}${stillBrokenSentence(answer, best)}${cheaperSentence(answer, best)}`,
      },
      ...planBlocks(answer),
    ];
  const none = `None of the ${runs - 1} changes that were tried prevents it alone.`;
  if (nearest === null)
    return [{ kind: 'paragraph', text: `${none} None of them helps.` }, ...planBlocks(answer)];
  const price = nearest.costPerMonth === null ? '' : ` (${costDifferenceWords(answer, nearest)})`;
  const text = `${none} The closest is ${remedyWords(nearest.remedy, answer)}${price}, which ${nearest.prevents ? 'prevents it and ' : ''}${drawbackWords(answer, nearest)}.`;
  return [{ kind: 'paragraph', text }, ...planBlocks(answer)];
}

/** Says why a plan may recommend less: a plan judges all of the demand, and this answer only one window of it. */
function planBlocks(answer: IncidentAnswer): PageBlock[] {
  const { currentBroken, enough, troubles } = answer;
  const isOfWaits = troubles.every(({ errors }) => errors === 0);
  if (isOfWaits && currentBroken.length === 0)
    return [
      {
        kind: 'paragraph',
        text: 'A plan is less strict: the current configuration meets all objectives, because they allow these waits.',
      },
    ];
  if (enough === null) return [];
  const text =
    `A plan is less strict: ${remedyWords(enough.remedy, answer)} (${costDifferenceWords(answer, enough)}) meets all ` +
    `objectives. It leaves ${remainingWords(enough)} at this time.`;
  return [{ kind: 'paragraph', text }];
}

/** Names the objectives that are broken both before and after the change. */
function stillBrokenSentence({ simulation }: IncidentAnswer, { broken }: Tried): string {
  if (broken === null || broken.length === 0) return '';
  return ` Over the whole time, it still breaks ${brokenList(broken, simulation.prices.currency)}.`;
}

function remainingSentence(one: Tried): string {
  return one.left.length === 0 ? ' With it, nothing runs out.' : ` Remaining: ${remainingWords(one)}.`;
}

/** Offers a cheaper change that breaks another objective, or that nearly prevents the incident. */
function cheaperSentence(answer: IncidentAnswer, best: Tried): string {
  const cost = ({ costPerMonth }: Tried) => costPerMonth ?? Number.POSITIVE_INFINITY;
  const [cheaper] = answer.tried
    .filter((one) => one !== answer.enough && one.broken !== null && cost(one) < cost(best))
    .sort((a, b) => Number(b.prevents) - Number(a.prevents) || cost(a) - cost(b));
  if (cheaper === undefined) return '';
  return ` A cheaper change: ${remedyWords(cheaper.remedy, answer)} (${costDifferenceWords(answer, cheaper)}), which ${drawbackWords(answer, cheaper)}.`;
}

/** The disadvantages of a change that is not the best. */
function drawbackWords(answer: IncidentAnswer, one: Tried): string {
  const broken = one.breaks.length > 0 ? one.breaks : (one.broken ?? []);
  const still = one.breaks.length > 0 ? '' : 'still ';
  return [
    ...(one.prevents ? [] : [`leaves ${remainingWords(one)}`]),
    ...(broken.length === 0 ? [] : [`${still}breaks ${brokenList(broken, currencyOf(answer))}`]),
  ].join(' and ');
}

/** The resources that still run out. */
function remainingWords({ left }: Tried): string {
  return left
    .map(({ resource, errors, waitedMs }) => {
      const parts = [
        ...(errors === 0 ? [] : [`${errors} ${errors === 1 ? 'error' : 'errors'}`]),
        ...(waitedMs === 0 ? [] : [`${span(waitedMs)} of waits`]),
      ];
      return `${resource}, ${parts.join(' and ')}`;
    })
    .join('; ');
}

/** The difference of cost a month. */
function costDifferenceWords(answer: IncidentAnswer, { costPerMonth }: Tried): string {
  const currency = currencyOf(answer);
  const micros = Math.round(((costPerMonth ?? 0) - answer.current.costPerMonth) * MICROS);
  const words = money(Math.abs(micros), currency);
  if (words === money(0, currency)) return 'nothing more';
  return `${words} ${micros < 0 ? 'less' : 'more'} a month`;
}

function troubleItem({ simulation, window }: IncidentAnswer, trouble: Trouble): Item {
  const clock = localClock(simulation, window);
  const { fromMs, untilMs, resource } = trouble;
  const until = clock(untilMs) === clock(fromMs) ? '' : ` to ${clock(untilMs)}`;
  return { text: `${clock(fromMs)}${until}  ${RAN_OUT[resource]}: ${troubleWords(trouble)}` };
}

/** The events from a minute before the first shortage to a minute after the last. JSON has all. */
function chainItems({ troubles, chain, omitted, simulation, window }: IncidentAnswer): Item[] {
  if (troubles.length === 0) return [];
  const clock = localClock(simulation, window);
  const fromMs = Math.min(...troubles.map((one) => one.fromMs)) - AROUND_MS;
  const untilMs = Math.max(...troubles.map((one) => one.untilMs)) + AROUND_MS;
  const near = chain.filter((link) => link.untilMs >= fromMs && link.fromMs <= untilMs);
  const items = near.slice(0, MOST_LINKS).map((link) => {
    const until = clock(link.untilMs) === clock(link.fromMs) ? '' : ` to ${clock(link.untilMs)}`;
    return { text: `${clock(link.fromMs)}${until}  ${linkWords(link)}` };
  });
  const more = near.length - items.length + omitted;
  return more === 0 ? items : [...items, { text: `and ${more} more` }];
}

const AROUND_MS = MINUTE_MS;
const MOST_LINKS = 25;

function errorItems({ errors, simulation, window }: IncidentAnswer): Item[] {
  const clock = localClock(simulation, window);
  return [...errors]
    .sort((a, b) => a.firstMs - b.firstMs)
    .map(({ key, count, firstMs, lastMs }) => {
      const { reason, message, sqlstate } = REFUSALS[key];
      const when =
        clock(firstMs) === clock(lastMs) ? `at ${clock(firstMs)}` : `${clock(firstMs)} to ${clock(lastMs)}`;
      return {
        text: `${times(count)}, ${when}: ${reason}`,
        under: [sqlstate === null ? `"${message}"` : `"${message}" (SQLSTATE ${sqlstate})`],
      };
    });
}

function triedTable(answer: IncidentAnswer): PageBlock[] {
  if (answer.tried.length === 0) return [];
  return [
    {
      kind: 'table',
      title:
        'Changes tried one at a time, the best first. Of several steps, the first that helps, or else the best',
      columns: [
        { title: 'Change', align: 'left', width: 30 },
        { title: 'left at this time', align: 'left', width: 25 },
        { title: 'a month', align: 'right' },
        { title: 'breaks', align: 'left', width: 12 },
      ],
      rows: answer.tried.map((one) => [
        remedyWords(one.remedy, answer),
        one.left.length === 0 ? 'nothing' : remainingWords(one),
        differenceCell(answer, one),
        one.broken === null ? '' : brokenCell(one.broken, currencyOf(answer)),
      ]),
    },
  ];
}

/** A change that leaves errors has no cost, because it is not run to its end. */
function differenceCell(answer: IncidentAnswer, { costPerMonth }: Tried): string {
  if (costPerMonth === null) return '-';
  const micros = Math.round((costPerMonth - answer.current.costPerMonth) * MICROS);
  return `${micros < 0 ? '-' : '+'}${money(Math.abs(micros), currencyOf(answer))}`;
}

/** A load has no clients, so changes of clients cannot be tried. */
function limitationItems({ simulation: { computes }, troubles }: IncidentAnswer): Item[] {
  const isLoadAlone = computes.every(({ demand }) => demand.every(({ kind }) => kind === 'load'));
  if (!isLoadAlone || troubles.length === 0) return [];
  return [
    {
      text: 'Loads do not say how clients connect, so the pooler, client pools and their timeouts could not be tried.',
    },
  ];
}

function listOf(title: string, items: readonly Item[]): PageBlock[] {
  return items.length === 0 ? [] : [{ kind: 'list', title, items }];
}

function currencyOf({ simulation }: IncidentAnswer): string {
  return simulation.prices.currency;
}
