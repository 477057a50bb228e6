import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../src/facts/index.ts';
import { scheduleLines } from '../../src/report/apply/apply-schedule.ts';

const configuration = (minCu: number, suspendAfterMs: number | null) => ({
  size: { minCu, maxCu: 4 },
  suspendAfterMs,
  route: 'direct' as const,
});
const hours = { days: [6, 0], fromMs: 9.5 * HOUR_MS, toMs: 24 * HOUR_MS };
const resized = { hours, inside: configuration(2, MINUTE_MS), outside: configuration(0.25, MINUTE_MS) };
const retimed = { ...resized, inside: configuration(0.25, null) };

test('a new size sets both ends, and hours that end at midnight end on the next day', () => {
  expect(scheduleLines('cli', resized, 'UTC')).toEqual([
    '# 30 9 * * 0,6 (UTC): 2 to 4 CU, sleep after 1m',
    'neon api "/projects/$PROJECT_ID/endpoints/$ENDPOINT_ID" -X PATCH \\',
    '  -d \'{"endpoint": {',
    '    "autoscaling_limit_min_cu": 2,',
    '    "autoscaling_limit_max_cu": 4',
    "  }}'",
    '# 0 0 * * 0-1 (UTC): 0.25 to 4 CU, sleep after 1m',
    'neon api "/projects/$PROJECT_ID/endpoints/$ENDPOINT_ID" -X PATCH \\',
    '  -d \'{"endpoint": {',
    '    "autoscaling_limit_min_cu": 0.25,',
    '    "autoscaling_limit_max_cu": 4',
    "  }}'",
  ]);
});

test('a new timeout alone leaves the size out, because a new size restarts', () => {
  expect(scheduleLines('cron', retimed, 'UTC').filter((line) => line.includes('curl'))).toEqual([
    expect.stringMatching(/^30 9 .* -d '\{"endpoint":\{"suspend_timeout_seconds":-1\}\}'$/),
    expect.stringMatching(/^0 0 .* -d '\{"endpoint":\{"suspend_timeout_seconds":60\}\}'$/),
  ]);
});

test('Terraform has a variable that says which configuration is due', () => {
  expect(scheduleLines('terraform', resized, 'UTC')).toEqual(
    expect.arrayContaining([
      '  autoscaling_limit_min_cu = var.in_hours ? 2 : 0.25',
      '# 30 9 * * 0,6 (UTC): terraform apply -var in_hours=true',
      '# 0 0 * * 0-1 (UTC): terraform apply -var in_hours=false',
    ]),
  );
});
