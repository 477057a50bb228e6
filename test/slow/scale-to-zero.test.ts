import { describe, test } from 'vitest';
import { expectClosedForm, type ScaleToZeroRow, SERVICES } from '../simulator/scale-to-zero.ts';

const ROWS: readonly ScaleToZeroRow[] = [
  [60, 0.1, 300, 0.00673, 9.69],
  [300, 0.1, 300, 0.36776, 105.91],
  [600, 0.1, 300, 0.60643, 87.33],
  [300, 30, 300, 0.33287, 95.87],
  [60, 30, 60, 0.22313, 321.3],
];

describe.each(SERVICES)('scale to zero with %s service', (_, service) => {
  test.each(ROWS)('gap %s s, busy %s s, timeout %s s: %s suspended, %s resumes a day', (...row) => {
    expectClosedForm(service, row);
  });
});
