import type { z } from 'zod';
import {
  ALL_FACT_KEYS,
  completeFacts,
  FACT_KEYS,
  type Fact,
  type FactKey,
  type FactSet,
  type PriceList,
  type StatedFacts,
} from '../../facts/index.ts';
import { type Place, ProblemError, problem } from '../../problem/index.ts';
import { withPrices } from '../files/price-file.ts';
import { group, text } from '../notation/notation.ts';
import { checkDocument } from '../text/check.ts';
import type { Document } from '../text/document.ts';
import { factSetProblems } from './fact-set-problems.ts';
import { FURTHER_SCHEMAS } from './further-schemas.ts';
import { VALUE_SCHEMAS } from './value-schemas.ts';

const DATE_WORDS = 'the date of the document, such as 2026-08 or 2026-08-26';
const date = text(DATE_WORDS).regex(/\b\d{4}(?:-\d{2}){0,2}$/, { error: DATE_WORDS });
const documentName = text('the name of a document');

function factOf<Schema extends z.ZodType>(value: Schema) {
  return group('a fact: value, section, and document and date if they differ from those of the file', {
    value,
    section: text('the section of the document'),
    document: documentName.optional(),
    date: date.optional(),
  }).optional();
}

const factFile = group('a fact set: name, about and facts', {
  name: text('a name'),
  about: text('one line that says whose facts these are, 200 characters at most'),
  service: text('the name of the service').optional(),
  base: text('the name of a fact set, or a file').optional(),
  document: documentName.optional(),
  date,
  facts: group('facts by their names, such as ramGibPerCu', {
    ...factsOf(VALUE_SCHEMAS),
    ...factsOf(FURTHER_SCHEMAS),
  }),
});

type FactSchemas<Values> = { [Key in keyof Values]: ReturnType<typeof factOf<Values[Key] & z.ZodType>> };

function factsOf<Values extends Readonly<Record<string, z.ZodType>>>(values: Values): FactSchemas<Values> {
  const facts = Object.entries(values).map(([key, value]) => [key, factOf(value)]);
  return Object.fromEntries(facts) as FactSchemas<Values>;
}

/**
 * Reads a fact set from a file. Facts that it leaves out come from its base.
 *
 * @param baseOf finds the set that the file names as its base; the place is for problems with the name
 */
export function readFacts(document: Document, baseOf: (name: string, place: Place) => FactSet): FactSet {
  const file = checkDocument(document, factFile);
  const base = file.base === undefined ? null : baseOf(file.base, document.place(['base']));
  const stated = statedFacts(file, base, document);
  if (base === null) requireEvery(stated, document);
  const head = {
    name: file.name,
    about: file.about,
    service: file.service ?? base?.service ?? file.name,
    base: base?.name ?? null,
    date: file.date,
  };
  const facts = completeFacts(head, stated, base);
  const problems = factSetProblems(facts, (key) =>
    document.place(key === null ? [] : ['facts', key, 'value']),
  );
  if (problems.length > 0) throw new ProblemError(problems);
  return facts;
}

function statedFacts(
  { facts, document: ofFile, date: dateOfFile }: z.output<typeof factFile>,
  base: FactSet | null,
  document: Document,
): StatedFacts {
  const stated = ALL_FACT_KEYS.flatMap((key): [FactKey, Fact<unknown>][] => {
    const fact = facts[key];
    if (fact === undefined) return [];
    const { section, document: name = ofFile, date = dateOfFile } = fact;
    if (name === undefined)
      throw problem(
        document.place(['facts', key]),
        'no document is named as its source',
        'add document here, or once for the whole file',
      );
    return [
      [
        key,
        {
          value: key === 'prices' ? pricesOf(fact.value as WrittenPrices, base, document) : fact.value,
          source: { document: name, section, date },
        },
      ],
    ];
  });
  return Object.fromEntries(stated);
}

type WrittenPrices = z.output<(typeof VALUE_SCHEMAS)['prices']>;

/** A price that the list leaves out is that of the base. Without a base, the list has to have all. */
function pricesOf(list: WrittenPrices, base: FactSet | null, document: Document): PriceList {
  const place = document.place(['facts', 'prices', 'value']);
  return withPrices(list, base?.prices.value ?? NO_PRICES, document.file, place);
}

/** No list is in this currency, so that a missing price is a problem. */
const NO_PRICES: PriceList = {
  date: '',
  source: '',
  currency: 'a base',
  computeMicrosPerCuHour: { free: 0, launch: 0, scale: 0 },
  storageMicrosPerGbMonth: 0,
  restoreHistoryMicrosPerGbMonth: 0,
  transferMicrosPerGb: 0,
  transferIncludedGb: 0,
  branchMicrosPerMonth: 0,
};

function requireEvery(stated: StatedFacts, document: Document): void {
  const missing = FACT_KEYS.filter((key) => stated[key] === undefined);
  if (missing.length === 0) return;
  throw problem(
    document.place(['facts']),
    `these facts are missing: ${missing.join(', ')}`,
    'add them, or name a base that has them, such as base: 2026-11',
  );
}
