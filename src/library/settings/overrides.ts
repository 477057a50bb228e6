import { problem } from '../../problem/index.ts';
import {
  DURATION_WORDS,
  EVENT_WORDS,
  EXCLUSION_WORDS,
  HOURS_WORDS,
  type Overrides,
  parseAssumptions,
  parseDuration,
  parseEvent,
  parseExclusion,
  parseHours,
  readDocument,
  readPrices,
} from '../../scenario/index.ts';
import { factSetOf } from '../intake/fact-set.ts';
import { readText } from '../intake/input.ts';
import type { Reader } from '../intake/reader.ts';
import { type SimulationOptions, writtenValues } from './options.ts';
import { sizeSettingOf } from './size-setting.ts';

/** Checks the settings that go before what a scenario says. */
export function overridesOf(options: SimulationOptions, reader: Reader): Overrides {
  const { prices, exclude = [], event: events = [], assume, hours, delayedOver } = options;
  return {
    ...(options.seed === undefined ? {} : { seed: options.seed }),
    ...sizeOverride(options),
    ...(options.suspendAfter === undefined ? {} : { suspendAfterMs: suspendAfterOf(options.suspendAfter) }),
    ...(options.pooler ? { pooler: true } : {}),
    ...(options.facts === undefined ? {} : { facts: factSetOf(options.facts, reader) }),
    ...(options.plan === undefined ? {} : { plan: options.plan }),
    counted: {
      ...(hours === undefined ? {} : { hours: parsed('‹hours›', hours, parseHours, HOURS_WORDS) }),
      ...(delayedOver === undefined
        ? {}
        : { delayedOverMs: parsed('‹delayedOver›', delayedOver, parseDuration, DURATION_WORDS) }),
    },
    exclude: exclude.map((text) => parsed('‹exclude›', text, parseExclusion, EXCLUSION_WORDS)),
    assume: parseAssumptions(writtenValues(assume), '‹assume›'),
    events: events.map((text) => parsed('‹event›', text, parseEvent, EVENT_WORDS)),
    ...(prices === undefined
      ? {}
      : { prices: (set) => readPrices(readDocument(readText(prices, reader), prices), set.prices.value) }),
  };
}

/** The facts and the plan of the scenario decide which sizes there are. */
function sizeOverride(options: SimulationOptions): Pick<Overrides, 'size'> {
  const { min, max, size } = options;
  const isGiven = min !== undefined || max !== undefined || size !== undefined;
  return isGiven ? { size: (facts, plan) => sizeSettingOf(options, facts, plan) } : {};
}

function parsed<Value>(
  field: string,
  text: string,
  parse: (text: string) => Value | null,
  words: string,
): Value {
  const value = parse(text);
  if (value === null) throw problem({ field }, `found "${text}"`, `write ${words}`);
  return value;
}

function suspendAfterOf(text: string): number | null {
  if (text === 'off') return null;
  const ms = parseDuration(text);
  if (ms === null) {
    throw problem(
      { field: '‹suspendAfter›' },
      `found "${text}"`,
      'write a duration with its unit such as 5m, or off',
    );
  }
  return ms;
}
