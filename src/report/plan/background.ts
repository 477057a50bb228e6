import { sameConfiguration } from '../../planner/index.ts';
import type { Background, Poller } from '../../trace/index.ts';
import type { PageBlock } from '../page/page.ts';
import { configurationWords } from '../words/configuration-words.ts';
import { numberWords, span } from '../words/format.ts';
import { amount, brokenList } from '../words/objective-words.ts';
import { type BothWays, bothWays, isDecisive } from './both-ways.ts';
import type { PlanAnswer } from './plan-answer.ts';

/** Empty if the background activity changes neither the price nor the saving. */
export function backgroundBlocks(answer: PlanAnswer): PageBlock[] {
  const { background, recommendation, current } = answer;
  const both = bothWays(background, recommendation, current);
  if (background === null || recommendation === null || both === null || !isDecisive(both)) return [];
  const { currency } = answer.simulation.prices;
  const without = withoutWords(
    both,
    sameConfiguration(both.without.configuration, recommendation.configuration),
    currency,
  );
  const prices = WORDS[background.kind](background as never, price(both.cost, currency), without);
  return [{ kind: 'paragraph', text: `${prices}${savingSentence(both, currency)}` }];
}

/** Names the background without its price: `a floor of 0.05 vCPU`. */
export function backgroundName(background: Background): string {
  switch (background.kind) {
    case 'floor':
      return `a floor of ${twoDigits(background.vcpu)} vCPU`;
    case 'beat':
      return `${twoDigits(background.vcpu)} vCPU every ${span(background.everyMs)}`;
    case 'unconnected':
      return `${twoDigits(background.vcpu)} vCPU on average without a connection`;
    case 'pollers':
      return background.pollers.length === 1
        ? `a client that asks at fixed intervals (${listed(background.pollers)})`
        : `${background.pollers.length} clients that ask at fixed intervals`;
  }
}

function withoutWords({ without, costWithout }: BothWays, isSame: boolean, currency: string): string {
  const words = `${price(costWithout, currency)} a month${isSame ? '' : ` (${configurationWords(without.configuration)})`}`;
  if (without.broken.length === 0) return words;
  return `${words}, though it then breaks ${brokenList(without.broken, currency)}`;
}

/** Has both savings if the current configuration is known. */
export function savingSentence({ saving, savingWithout }: BothWays, currency: string): string {
  if (saving === null || savingWithout === null) return '';
  return (
    ` Compared with the current configuration, you ${savesWords(saving, currency)} a month with it, ` +
    `and ${savesWords(savingWithout, currency)} without it.`
  );
}

export function savesWords(saving: number, currency: string): string {
  if (Math.round(100 * saving) === 0) return 'save nothing';
  return saving > 0 ? `save ${price(saving, currency)}` : `pay ${price(-saving, currency)} more`;
}

function price(costPerMonth: number, currency: string): string {
  return amount('budget', costPerMonth, currency);
}

type Kind = Background['kind'];
type Of<K extends Kind> = Extract<Background, { readonly kind: K }>;

const WORDS: { readonly [K in Kind]: (of: Of<K>, asPlanned: string, without: string) => string } = {
  floor: ({ vcpu, idleBelow, isConnected }, asPlanned, without) =>
    `A floor of ${twoDigits(vcpu)} vCPU never stops${unconnectedWords(isConnected)}: ${isConnected === true ? OWN_OR_CLIENT : OWN}. ` +
    pricesWords(asPlanned, without, idleBelow),
  beat: ({ vcpu, everyMs, idleBelow, isConnected }, asPlanned, without) =>
    `${twoDigits(vcpu)} vCPU every ${span(everyMs)} never stops${unconnectedWords(isConnected)}: most likely a ` +
    `poller or an agent. ${pricesWords(asPlanned, without, idleBelow)}`,
  unconnected: ({ vcpu, idleBelow }, asPlanned, without) =>
    `${twoDigits(vcpu)} vCPU on average is used while no connection is open: ${OWN}. ` +
    pricesWords(asPlanned, without, idleBelow),
  pollers: ({ pollers }, asPlanned, without) =>
    pollers.length === 1
      ? `${pollerWords(pollers[0] as Poller)} keeps the compute awake: ${asPlanned} a month; without it ${without}.`
      : `${pollers.length} clients that ask at fixed intervals keep the compute awake: ${asPlanned} a month; without them ${without}. ` +
        `They are: ${listed(pollers)}. To see which of them matter, run tidemark trace awake.`,
};

/** Two digits, because most values are below a hundredth. */
function twoDigits(vcpu: number): string {
  return vcpu >= 0.01 ? numberWords(vcpu) : String(Number(vcpu.toPrecision(2)));
}

const OWN = "most likely the server's own agents";

const OWN_OR_CLIENT = "most likely the server's own agents, or a client that stays connected";

function unconnectedWords(isConnected: boolean | null): string {
  return isConnected === false ? ', and no connection is open' : '';
}

function pricesWords(asPlanned: string, without: string, idleBelow: number): string {
  return (
    `The plan counts it as demand, which keeps the compute awake: ${asPlanned} a month. If your clients do not ` +
    `cause it, --idle-below ${idleBelow} ignores it: ${without}.`
  );
}

/** `A query every 4 min of metrics (a program that collects metrics)` */
function pollerWords({ everyMs, who, what }: Poller): string {
  const name = who.application || who.user;
  return `A query every ${span(everyMs)}${name === '' ? '' : ` of ${name}`}, ${what},`;
}

const MOST_LISTED = 3;

function listed(pollers: readonly Poller[]): string {
  const shown = pollers.slice(0, MOST_LISTED).map(({ everyMs, who, what }) => {
    const name = who.application || who.user;
    return `${name === '' ? '' : `${name}, `}${what}, every ${span(everyMs)}`;
  });
  const left = pollers.length - shown.length;
  return [...shown, ...(left > 0 ? [`${left} more`] : [])].join('; ');
}
