import { ALL_FACT_KEYS, describeSource, type Fact, type FactKey, type FactSet } from '../../facts/index.ts';
import type { Item, PageBlock } from '../page/page.ts';
import { ALL_FACT_WORDS } from '../words/fact-words.ts';
import { valueWords } from './value-words.ts';

/** Every fact of a set, with its source, and whether the set took it from another one. */
export function factsPage(facts: FactSet): PageBlock[] {
  const items = ALL_FACT_KEYS.flatMap((key): Item[] => {
    const fact = facts[key];
    return fact === undefined
      ? []
      : [{ text: `${ALL_FACT_WORDS[key]}: ${words(facts, key, fact)}`, under: [origin(fact)] }];
  });
  const base = facts.base === null ? '' : ` It takes missing values from ${facts.base}.`;
  return [
    { kind: 'heading', text: `Fact set ${facts.name}: ${facts.about}` },
    { kind: 'paragraph', text: `Service: ${facts.service}. Documents: ${facts.date}.${base}` },
    { kind: 'list', title: 'Facts:', items },
    ...unstated(facts),
  ];
}

/** A fact without a value is not a limit of 0: the set says nothing about it. */
function unstated(facts: FactSet): PageBlock[] {
  const missing = ALL_FACT_KEYS.filter((key) => facts[key] === undefined);
  if (missing.length === 0) return [];
  const words = missing.map((key) => ALL_FACT_WORDS[key]).join(', ');
  return [{ kind: 'paragraph', text: `${facts.name} says nothing about: ${words}.` }];
}

/** The facts whose values differ between two sets. */
export function factsDifferencePage(a: FactSet, b: FactSet, differing: readonly FactKey[]): PageBlock[] {
  const side = (facts: FactSet, key: FactKey) => {
    const fact = facts[key];
    return fact === undefined
      ? `${facts.name}: not stated`
      : `${facts.name}: ${words(facts, key, fact)} (${origin(fact)})`;
  };
  const same =
    ALL_FACT_KEYS.filter((key) => a[key] !== undefined || b[key] !== undefined).length - differing.length;
  return [
    { kind: 'heading', text: `Fact sets ${a.name} and ${b.name}` },
    {
      kind: 'paragraph',
      text:
        differing.length === 0
          ? `All ${same} facts are the same.`
          : `${differing.length} facts differ, and ${same} are the same.`,
    },
    ...(differing.length === 0
      ? []
      : [
          {
            kind: 'list' as const,
            title: 'Different:',
            items: differing.map((key) => ({
              text: ALL_FACT_WORDS[key],
              under: [side(a, key), side(b, key)],
            })),
          },
        ]),
  ];
}

function words(facts: FactSet, key: FactKey, { value }: Fact<unknown>): string {
  return valueWords(key, value, facts.prices.value.currency);
}

function origin({ source, takenFrom }: Fact<unknown>): string {
  const document = describeSource(source);
  return takenFrom === undefined ? document : `taken from ${takenFrom}: ${document}`;
}

/** The fact sets to choose from. */
export function factSetsPage(
  sets: readonly FactSet[],
  usual: { readonly questions: string; readonly emulator: string },
): PageBlock[] {
  return [
    {
      kind: 'table',
      columns: ['fact set', 'service', 'documents', 'base', 'about'].map((title) => ({
        title,
        align: 'left' as const,
      })),
      rows: sets.map(({ name, service, date, base, about }) => [name, service, date, base ?? '-', about]),
    },
    {
      kind: 'notes',
      texts: [
        `Questions use ${usual.questions} unless --facts or the scenario names another one.`,
        `The emulator (tidemark serve) uses ${usual.emulator} unless --facts names another one.`,
        'A file with facts of your own names its base, and states what differs: --facts own.yaml.',
      ],
    },
  ];
}
