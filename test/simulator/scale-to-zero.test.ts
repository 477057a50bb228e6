import { describe, test } from 'vitest';
import { expectClosedForm, type ScaleToZeroRow, SERVICES } from './scale-to-zero.ts';

// The rows with the fewest queries. `test/slow/` has the others.
const ROWS: readonly ScaleToZeroRow[] = [
  [1800, 0.1, 300, 0.84643, 40.63],
  [3600, 0.1, 300, 0.92002, 22.08],
];

describe.each(SERVICES)('scale to zero with %s service', (_, service) => {
  test.each(ROWS)('gap %s s, busy %s s, timeout %s s: %s suspended, %s resumes a day', (...row) => {
    expectClosedForm(service, row);
  });
});
