import type { Rule } from '../series/rule.ts';

/** The input of `aws cloudwatch get-metric-data` that asks for the metrics of rules, as averages. */
export function metricDataQueries(rules: readonly Rule[]): string {
  const metrics = [...new Set(rules.map(({ selector }) => selector))];
  return JSON.stringify(
    metrics.map((metric, at) => ({
      Id: `m${at + 1}`,
      Label: metric,
      MetricStat: {
        Metric: {
          Namespace: 'AWS/RDS',
          MetricName: metric,
          Dimensions: [{ Name: 'DBInstanceIdentifier', Value: 'NAME' }],
        },
        Period: 60,
        Stat: 'Average',
      },
    })),
  );
}
