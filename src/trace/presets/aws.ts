import type { Preset, Rule } from '../series/rule.ts';

const rule = (one: Pick<Rule, 'quantity' | 'selector' | 'unit'> & Partial<Rule>): Rule => ({
  join: 'max',
  over: [],
  statistic: null,
  note: null,
  ...one,
});

const COMMON: readonly Rule[] = [
  rule({ quantity: 'connections', selector: 'DatabaseConnections', unit: 'number' }),
  rule({
    quantity: 'activeConnections',
    selector: 'DBLoad',
    unit: 'number',
    note: 'sessions that are active on average',
  }),
];

const FREE_MEMORY = {
  metric: 'FreeableMemory',
  why: 'free memory; ‹instance› gives the total',
};

const MEMORY = rule({
  quantity: 'memory',
  selector: 'FreeableMemory',
  unit: 'free-bytes',
  note: 'the memory of the instance class minus free memory',
});

/** Each guide of AWS that was read is a separate document. */
const guide = (document: string, section: string) => ({ document, section, date: '2026-08' });

export const RDS: Preset = {
  name: 'rds',
  what: 'Amazon RDS, from CloudWatch (namespace AWS/RDS)',
  from: 'cloudwatch',
  source: guide('Amazon RDS user guide', 'Amazon CloudWatch metrics for Amazon RDS'),
  rules: [rule({ quantity: 'cpu', selector: 'CPUUtilization', unit: 'percent' }), MEMORY, ...COMMON],
  unread: [FREE_MEMORY],
  gap: null,
};

export const AURORA: Preset = {
  name: 'aurora',
  what: 'Amazon Aurora serverless, from CloudWatch (namespace AWS/RDS)',
  from: 'cloudwatch',
  source: guide('Amazon Aurora user guide', 'performance and scaling for Aurora serverless'),
  rules: [
    rule({
      quantity: 'cpu',
      selector: 'CPUUtilization',
      unit: 'percent',
      note: 'of the processors at the maximum ACU of the cluster, which ‹vcpus› has to give',
    }),
    MEMORY,
    ...COMMON,
    rule({
      quantity: 'capacityCu',
      selector: 'ServerlessDatabaseCapacity',
      unit: 'acu',
      note: 'an ACU counts as half a CU, by its memory',
    }),
  ],
  unread: [FREE_MEMORY, { metric: 'ACUUtilization', why: 'ServerlessDatabaseCapacity says the same in ACU' }],
  gap: null,
};
