import { MICROS } from '../../../facts/index.ts';
import { listOf, type PageBlock } from '../../page/page.ts';
import { titleOf } from '../database-title.ts';
import { riskWords } from '../risks.ts';
import { roundMoney } from '../round-money.ts';
import type { PortfolioRow } from '../rows/portfolio-row.ts';
import type { ChangesSince } from './changes-since.ts';

/** The changes since an earlier plan, as an answer of its own. */
export function digestBlocks(changes: ChangesSince, currency: string): PageBlock[] {
  return [
    {
      kind: 'heading',
      text: `Changes since ${changes.name}`,
      under: `${countsSentence(changes)} ${moneySentence(changes, currency)}`,
    },
    ...digestLists(changes, currency),
  ];
}

/** The same within the answer of a plan: a paragraph, and the lists. */
export function digestParagraph(changes: ChangesSince, currency: string): PageBlock {
  return {
    kind: 'paragraph',
    text: `Since ${changes.name}: ${countsSentence(changes)} ${moneySentence(changes, currency)}`,
  };
}

export function digestLists(changes: ChangesSince, currency: string): PageBlock[] {
  const money = (value: number) => roundMoney(value, currency);
  return [
    ...listCut(
      'Newly at risk',
      changes.atRisk.map((row) => atRiskWords(row, currency)),
    ),
    ...listCut('No longer at risk', changes.cured),
    ...listCut(
      'Recommendations that were applied',
      changes.applied.map(
        ({ database, configuration, saving }) =>
          `${database}: ${configuration}, ${savedWords(saving, currency)}`,
      ),
    ),
    ...listCut(
      'Savings that have grown',
      changes.grown.map(
        ({ database, from, to }) => `${database}: ${money(to)} a month, ${money(from)} before`,
      ),
    ),
    ...listCut(
      'New recommendations',
      changes.recommended.map(
        ({ database, from, to }) =>
          `${database}: ${to ?? 'no configuration meets all objectives'} (before: ${from ?? 'none'})`,
      ),
    ),
    ...listCut('Databases that have no plan any more', changes.lost),
    ...listCut('New databases', changes.added),
    ...listCut('Databases that are gone', changes.gone),
  ];
}

export function digestDocument(changes: ChangesSince) {
  const amounts = ({ from, to }: { readonly from: number; readonly to: number }) => ({
    from: from / MICROS,
    to: to / MICROS,
  });
  const { name, costNow, saving, atRisk, applied, grown, ...others } = changes;
  return {
    results: name,
    costNow: amounts(costNow),
    saving: amounts(saving),
    atRisk: atRisk.map((row) => ({ database: titleOf(row), reasonCodes: row.reasonCodes })),
    applied: applied.map((one) => ({ ...one, saving: one.saving / MICROS })),
    grown: grown.map(({ database, ...change }) => ({ database, ...amounts(change) })),
    ...others,
  };
}

function atRiskWords(row: PortfolioRow, currency: string): string {
  return row.breaksIn === null || row.risk === 'broken'
    ? riskWords({ row, why: row.risk ?? 'none' }, currency)
    : `${titleOf(row)}: the recommendation breaks an objective in ${row.breaksIn}, as demand grows.`;
}

function countsSentence({
  atRisk,
  cured,
  applied,
  grown,
  recommended,
  lost,
  added,
  gone,
}: ChangesSince): string {
  const counts = [
    [atRisk, 'newly at risk'],
    [cured, 'no longer at risk'],
    [applied, 'applied'],
    [grown, 'with a larger saving'],
    [recommended, 'with a new recommendation'],
    [lost, 'without a plan any more'],
    [added, 'new'],
    [gone, 'gone'],
  ] as const;
  const shown = counts.filter(([some]) => some.length > 0).map(([some, words]) => `${some.length} ${words}`);
  return shown.length === 0 ? 'No database has changed.' : `${shown.join(', ')}.`;
}

function moneySentence({ costNow, saving }: ChangesSince, currency: string): string {
  const money = (value: number) => roundMoney(value, currency);
  const saves = (value: number) => (value < 0 ? `cost ${money(-value)} more` : `save ${money(value)}`);
  return (
    `You pay ${money(costNow.to)} a month (before: ${money(costNow.from)}). ` +
    `The recommendations ${saves(saving.to)} (before: ${saves(saving.from)}).`
  );
}

function savedWords(saving: number, currency: string): string {
  const words = roundMoney(Math.abs(saving), currency);
  return saving < 0 ? `which costs ${words} a month more` : `which saves ${words} a month`;
}

/** JSON has all of them. */
function listCut(title: string, texts: readonly string[]): PageBlock[] {
  const shown = texts.slice(0, MOST);
  return listOf(
    `${title} (${texts.length}):`,
    texts.length > MOST ? [...shown, `and ${texts.length - MOST} more`] : shown,
  );
}

const MOST = 20;
