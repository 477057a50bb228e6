import type { ExplainedLine } from '../../check/index.ts';
import { MICROS } from '../../facts/index.ts';
import type { Simulation } from '../../simulator/index.ts';
import { LINE_UNITS, priceWords, unknownWords } from '../bill/bill-words.ts';
import { money, numberWords, percent } from '../words/format.ts';

/** Why a line has its amount, as a sentence. */
export function reasonWords(explained: ExplainedLine, { facts, plan, prices }: Simulation): string {
  const { reason, expected, factMicros, line } = explained;
  const { currency } = prices;
  const paid = (micros: number) => priceWords(micros, currency);
  const unit = line === null ? '' : LINE_UNITS[line];
  switch (reason.kind) {
    case 'as expected':
      return `as expected: ${expectedWords(explained, currency)}.`;
    case 'rounding':
      return 'a difference of a cent, by rounding.';
    case 'price is right':
      return `the price is that of ${facts.name}, ${paid(factMicros ?? 0)}. No records say how much it was.`;
    case 'arithmetic':
      return `its quantity times its price is ${money(reason.product, currency)}.`;
    case 'price':
      return (
        `the price of a ${unit} was ${paid(reason.price)}${reason.as === null ? '' : `, as ${termsWords(reason.as)} has it`}. ` +
        `${facts.name} has ${factMicros === null ? 'none' : `${paid(factMicros)} on the plan ${plan}`}.`
      );
    case 'included':
      return `the plan includes ${quantity(reason.included, unit)}, which was billed too. Expected ${expectedWords(explained, currency)}.`;
    case 'terms':
      return `this is the amount by ${termsWords(reason.as)}. Expected ${expectedWords(explained, currency)}.`;
    case 'hours':
      return `it was divided by the ${reason.hours} hours of this month. Expected ${expectedWords(explained, currency)}.`;
    case 'binary GB':
      return `its GB have 2^30 bytes. Expected ${expectedWords(explained, currency)}.`;
    case 'quantity':
      return `it bills ${quantity(reason.billed, unit)}, and records have ${quantity(reason.expected, unit)}.`;
    case 'partial':
      return `records cover ${percent(Math.round(reason.known * 1000) / 1000)} of the month, and the rest is assumed to be like it: about ${expectedWords(explained, currency)}.`;
    case 'not yet':
      return `it is billed since ${reason.since} only.`;
    case 'unknown':
      return `nothing to compare it with, because ${unknownWords(reason.unknown, facts)}.`;
    case 'replayed':
      return 'only the replay says how much it was.';
    case 'no records':
      return 'no records, and no quantity on the invoice.';
    case 'no such line':
      return 'no line of the service has this name.';
    case 'unexplained':
      return `no reason found${expected === null ? '' : `. Expected ${expectedWords(explained, currency)}`}.`;
  }
}

function termsWords({ facts, plan }: { readonly facts: string; readonly plan: string }): string {
  return `the plan ${plan} of ${facts}`;
}

/** `41.5 GB-months x $0.35 = $14.53`. */
function expectedWords({ expected, factMicros, line }: ExplainedLine, currency: string): string {
  if (expected === null || line === null) return 'nothing';
  const { quantity: all, included, micros } = expected;
  const free = included > 0 ? ` less ${numberWords(included)}` : '';
  return `${quantity(all, LINE_UNITS[line])}${free} x ${priceWords(factMicros ?? 0, currency)} = ${money(micros, currency)}`;
}

function quantity(value: number, unit: string): string {
  return `${numberWords(value)} ${unit}${unit === 'GB' ? '' : 's'}`;
}

/** A line as a document has it: amounts in the currency of the answer. */
export function lineDocument({
  name,
  line,
  micros,
  quantity: own,
  priceMicros,
  factMicros,
  expected,
  reason,
}: ExplainedLine) {
  const amount = (of: number | null | undefined) => (of == null ? null : of / MICROS);
  return {
    name,
    line,
    billed: { amount: micros / MICROS, quantity: own ?? null, price: amount(priceMicros) },
    price: amount(factMicros),
    expected: expected && {
      quantity: expected.quantity,
      included: expected.included,
      amount: expected.micros / MICROS,
      source: expected.source,
      known: expected.known,
    },
    difference: expected === null ? null : (micros - expected.micros) / MICROS,
    reason: reasonDocument(reason),
  };
}

function reasonDocument(reason: ExplainedLine['reason']) {
  if (reason.kind === 'price') return { ...reason, price: reason.price / MICROS };
  return reason.kind === 'arithmetic' ? { ...reason, product: reason.product / MICROS } : reason;
}
