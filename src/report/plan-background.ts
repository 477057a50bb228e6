import { MICROS } from '../facts/index.ts';
import { type Judged, sameSetting, type WithoutBackground } from '../planner/index.ts';
import type { Background, Poller } from '../trace/index.ts';
import { money, number, span } from './format.ts';
import type { Block } from './page.ts';
import type { PlanAnswer } from './plan-answer.ts';
import { brokenList } from './promise-words.ts';
import { settingWords } from './setting-words.ts';

/** What goes on all the time, and what a plan says without it. */
export type BackgroundAnswer = Background & WithoutBackground;

/** Nothing where it makes no difference to the price. */
export function backgroundBlocks(answer: PlanAnswer): Block[] {
  const { background, choice } = answer;
  if (background === null || choice === null) return [];
  const without = withoutWords(answer, background, choice);
  if (without === null) return [];
  const text = WORDS[background.kind](background as never, price(answer, choice), without);
  return [{ kind: 'paragraph', text }];
}

/** What it costs if the background is no work; null: as much. */
function withoutWords(
  answer: PlanAnswer,
  { choice, asChosen }: BackgroundAnswer,
  chosen: Judged,
): string | null {
  const most = chosen.outcome.costPerMonth * (1 - LEAST_SAVED);
  if (choice !== null && choice.outcome.costPerMonth < most) {
    const isSame = sameSetting(choice.setting, chosen.setting);
    return `${price(answer, choice)} a month${isSame ? '' : ` (${settingWords(choice.setting)})`}`;
  }
  if (asChosen.outcome.costPerMonth >= most || asChosen.broken.length === 0) return null;
  const { currency } = answer.simulation.prices;
  const broken = brokenList(asChosen.broken, currency);
  return `${price(answer, asChosen)} a month, though it then breaks ${broken}`;
}

function price({ simulation }: PlanAnswer, { outcome }: Judged): string {
  return money(Math.round(outcome.costPerMonth * MICROS), simulation.prices.currency);
}

const LEAST_SAVED = 0.01;

type Kind = Background['kind'];
type Of<K extends Kind> = Extract<Background, { readonly kind: K }>;

const WORDS: { readonly [K in Kind]: (of: Of<K>, asPlanned: string, without: string) => string } = {
  floor: ({ vcpu, idleBelow, isConnected }, asPlanned, without) =>
    `A floor of ${little(vcpu)} vCPU never stops${unconnectedWords(isConnected)}: ${isConnected === true ? OWN_OR_CLIENT : OWN}. ` +
    pricesWords(asPlanned, without, idleBelow),
  beat: ({ vcpu, everyMs, idleBelow, isConnected }, asPlanned, without) =>
    `${little(vcpu)} vCPU every ${span(everyMs)} comes without end${unconnectedWords(isConnected)}: a poller or ` +
    `an agent, most likely. ${pricesWords(asPlanned, without, idleBelow)}`,
  unconnected: ({ vcpu, idleBelow }, asPlanned, without) =>
    `${little(vcpu)} vCPU on average is used while no connection is open: ${OWN}. ` +
    pricesWords(asPlanned, without, idleBelow),
  pollers: ({ pollers }, asPlanned, without) =>
    pollers.length === 1
      ? `${pollerWords(pollers[0] as Poller)} keeps the compute awake: ${asPlanned}; without it ${without}.`
      : `${pollers.length} clients that ask by the clock keep the compute awake: ${asPlanned}; without them ${without}. ` +
        `They are: ${listed(pollers)}. tidemark trace awake says which of them matter.`,
};

/** Two figures: much of it is less than a hundredth. */
function little(vcpu: number): string {
  return vcpu >= 0.01 ? number(vcpu) : String(Number(vcpu.toPrecision(2)));
}

const OWN = "the server's own agents, most likely";

const OWN_OR_CLIENT = "the server's own agents, or a client that stays connected";

function unconnectedWords(isConnected: boolean | null): string {
  return isConnected === false ? ', and no connection is open' : '';
}

function pricesWords(asPlanned: string, without: string, idleBelow: number): string {
  return (
    `As planned it keeps the compute awake: ${asPlanned}; where it is not the database's clients, ${without}: ` +
    `--idle-below ${idleBelow}.`
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
