import { durationWords, numberWords } from '../../../report/index.ts';
import { type Chart, WIDTH_OF_PLOT } from '../../chart.ts';
import type { PoliciesDocument } from '../../documents/policies.ts';
import type { Theme } from '../../theme.ts';
import { moneyWords } from '../parts/words.ts';

type Policy = PoliciesDocument['policies'][number];

const SOLD = 'sold';
const NOT_SOLD = 'not sold';

/** The cost and the cold starts of each fixed timeout and of each policy that learns. */
export function policyCosts({ policies, currency }: PoliciesDocument, theme: Theme): Chart {
  const rows = policies.map((policy) => ({
    policy: policyWords(policy),
    cost: policy.costPerMonth,
    costWords: moneyWords(policy.costPerMonth, currency),
    coldStarts: policy.coldStarts,
    isSold: policy.isSold ? SOLD : NOT_SOLD,
  }));
  const color = {
    field: 'isSold',
    type: 'nominal',
    scale: { domain: [SOLD, NOT_SOLD], range: [theme.main, theme.other] },
  };
  const y = { field: 'policy', type: 'nominal', sort: null };
  const panel = (field: 'cost' | 'coldStarts', title: string, words: string) => ({
    width: WIDTH_OF_PLOT - 100,
    height: { step: 26 },
    title: {
      text: title,
      fontSize: 12,
      fontWeight: 400,
      anchor: 'start',
      frame: 'group',
      offset: 6,
      color: theme.quiet,
    },
    layer: [
      {
        mark: { type: 'bar', height: 16 },
        encoding: {
          y: {
            ...y,
            axis: { title: null, grid: false, labelFontSize: 12, labelColor: theme.ink },
          },
          x: {
            field,
            type: 'quantitative',
            axis: null,
            scale: { domain: [0, roomFor(rows.map((row) => row[field]))], nice: false },
          },
          color,
        },
      },
      {
        mark: { type: 'text', align: 'left', dx: 6 },
        encoding: { y, x: { field, type: 'quantitative' }, text: { field: words } },
      },
    ],
  });
  return {
    name: 'policies',
    finding: findingOf(policies, currency),
    about: 'Fixed timeouts, and policies that learn when to sleep and when to wake, over the same activity.',
    spec: {
      data: { values: rows },
      // The two panels stand one above the other, so that both fit on a phone.
      vconcat: [
        panel('cost', `${currency} a month`, 'costWords'),
        panel('coldStarts', 'cold starts', 'coldStarts'),
      ],
      spacing: 22,
    },
  };
}

/** Returns more than the longest bar, to leave room for the words at its end. */
function roomFor(values: readonly number[]): number {
  return Math.max(1e-9, ...values) * 1.3;
}

function policyWords({ kind, suspendAfterMs }: Policy): string {
  return suspendAfterMs === null
    ? kind === 'off'
      ? 'never asleep'
      : kind
    : `timeout ${durationWords(suspendAfterMs)}`;
}

/** Compares the cheapest policy with the dearest, among those that the service sells if there are any. */
function findingOf(policies: readonly Policy[], currency: string): string {
  const sold = policies.filter(({ isSold }) => isSold);
  const words = (policy: Policy) =>
    `${policyWords(policy)} costs ${moneyWords(policy.costPerMonth, currency)} a month with ${numberWords(policy.coldStarts)} cold ${policy.coldStarts === 1 ? 'start' : 'starts'}`;
  const [first, ...others] = [...(sold.length === 0 ? policies : sold)].sort(
    (one, other) => one.costPerMonth - other.costPerMonth,
  );
  if (first === undefined) return 'Nothing was compared.';
  const last = others.at(-1);
  const whole = `${words(first)}${last === undefined ? '' : `; ${words(last)}`}.`;
  return `${whole[0]?.toUpperCase()}${whole.slice(1)}`;
}
