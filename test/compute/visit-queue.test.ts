import { expect, test } from 'vitest';
import { VisitQueue } from '../../src/compute/clients/visit-queue.ts';
import { VISIT_PHASE, Visits } from '../../src/compute/clients/visits.ts';

test('a visit that leaves the queue and joins it again waits at the end, once', () => {
  const visits = new Visits();
  const queue = new VisitQueue(visits, VISIT_PHASE.queued);
  const [first, second] = [visits.open(0), visits.open(0)];
  queue.push(first);
  queue.push(second);
  visits.phase[first] = VISIT_PHASE.away;
  queue.push(first);
  expect(queue.all()).toEqual([second, first]);
  expect([queue.next(), queue.next(), queue.next()]).toEqual([second, first, -1]);
});
