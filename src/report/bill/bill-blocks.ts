import type { MonthQuota } from '../../planner/index.ts';
import type { Simulation } from '../../simulator/index.ts';
import { listOf, type PageBlock } from '../page/page.ts';
import { rightColumns } from '../page/text-table.ts';
import { money, numberWords, percent } from '../words/format.ts';
import type { BillAnswer, ComputeMonth } from './bill-answer.ts';
import { billTotalMicros, isWhole } from './bill-document.ts';
import { billedQuantityWords, LINE_WORDS, priceWords, unknownWords } from './bill-words.ts';

/** The bill of a month, line by line. Without a current configuration it has one column of amounts. */
export function billBlocks(bill: BillAnswer, simulation: Simulation): PageBlock[] {
  const { lines, quotas } = bill;
  const { facts, plan, prices } = simulation;
  const months = shownMonths(bill);
  const paid = (micros: number) => money(micros, prices.currency);
  const priceOf = (micros: number) => (plan === 'free' ? 'not billed' : priceWords(micros, prices.currency));
  const both = (micros: number) => months.map(() => paid(micros));
  const gaps = lines.flatMap(({ line, unknown }) =>
    unknown === null ? [] : [`${capital(LINE_WORDS[line])}: ${unknownWords(unknown, facts)}.`],
  );
  return [
    {
      kind: 'table',
      title: `The bill of a month on the plan ${plan}`,
      columns: [
        { title: '', align: 'left' },
        { title: 'quantity', align: 'left' },
        ...rightColumns('price', ...monthTitles(bill)),
      ],
      rows: [
        [
          'compute',
          computeWords(months),
          priceOf(prices.computeMicrosPerCuHour[plan]),
          ...months.map(({ micros }) => paid(micros)),
        ],
        ...lines.map((line) => [
          LINE_WORDS[line.line],
          billedQuantityWords(line, quotas.find(({ quota }) => quota === line.line) ?? null),
          line.known === null ? '' : priceOf(line.known.microsPerUnit),
          ...(line.known === null ? months.map(() => 'unknown') : both(line.known.micros)),
        ]),
        ...bill.passThrough.map(({ name, perMonthMicros }) => [
          name,
          'as stated',
          '',
          ...both(perMonthMicros),
        ]),
        [
          isWhole(bill) ? 'total' : 'total, at least',
          '',
          '',
          ...months.map((month) => paid(billTotalMicros(bill, month))),
        ],
      ],
    },
    ...listOf('Unknown:', gaps),
  ];
}

/** A configuration that stays has one month. */
function shownMonths({ before, after }: BillAnswer): ComputeMonth[] {
  const isSame = before?.micros === after?.micros && before?.cuHours === after?.cuHours;
  return [...(before === null || isSame ? [] : [before]), ...(after === null ? [] : [after])];
}

function monthTitles(bill: BillAnswer): string[] {
  return shownMonths(bill).length === 2 ? ['today', 'recommended'] : ['a month'];
}

function computeWords(months: readonly ComputeMonth[]): string {
  const words = [...new Set(months.map(({ cuHours }) => numberWords(cuHours)))];
  return `${words.join(' to ')} CU-hours`;
}

/** Says which quotas the project passes and when, whatever its compute is. Empty if it stays within. */
export function quotaSentences({ quotas, mostTransfer }: BillAnswer, simulation: Simulation): string[] {
  const { plan, startMs } = simulation;
  return quotas
    .filter(({ usedGb, limitGb }) => usedGb > limitGb)
    .map((quota) =>
      quota.quota === 'transfer'
        ? transferSentence(quota, plan, mostTransfer)
        : storageSentence(quota, plan, startMs),
    );
}

function transferSentence(
  { limitGb, usedGb, passedAtMs }: MonthQuota,
  plan: string,
  most: BillAnswer['mostTransfer'],
): string {
  const when = passedAtMs === null ? '' : ` on ${minute(passedAtMs)}`;
  const who =
    most === null
      ? 'Nothing says which client transfers most.'
      : `"${most.demand}" transfers ${percent(Math.round(most.share * 100) / 100)} of it.`;
  return (
    `No configuration keeps this project running: the ${plan} plan suspends it${when}, when its transfer ` +
    `passes ${numberWords(limitGb)} GB. It would transfer ${numberWords(usedGb)} GB in the month. ${who} ${WITHOUT}`
  );
}

function storageSentence({ limitGb, usedGb, passedAtMs }: MonthQuota, plan: string, startMs: number): string {
  const when =
    passedAtMs === null ? '' : passedAtMs === startMs ? ' from the start' : ` on ${minute(passedAtMs)}`;
  return (
    `No configuration keeps this project within its storage quota: it passes ${numberWords(limitGb)} GB${when}, ` +
    `the most that the ${plan} plan allows, and reaches ${numberWords(usedGb)} GB within the month. ${WITHOUT}`
  );
}

/** Whether the project passes a quota that is an objective. */
export function isOverQuota({ quotas, isJudged }: BillAnswer): boolean {
  return isJudged && quotas.some(({ usedGb, limitGb }) => usedGb > limitGb);
}

const WITHOUT = 'Paid plans have no such quota.';

function minute(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
