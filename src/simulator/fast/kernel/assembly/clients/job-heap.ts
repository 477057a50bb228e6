import * as AT from '../../client-layout';
import { add, addWhole, cell, put, putWhole, whole } from '../memory';

// The jobs on the processors, as in `MarkHeap`.

export function pushJob(job: i32, mark: f64): void {
  let place = whole(AT.JOBS);
  const order = cell(AT.NEXT_JOB);
  addWhole(AT.JOBS, 1);
  add(AT.NEXT_JOB, 1);
  while (place > 0) {
    const parent = (place - 1) >> 1;
    if (cell(AT.JOB_MARK + parent) <= mark) break;
    move(parent, place);
    place = parent;
  }
  stand(place, job, mark, order);
}

/** Removes the job with the lowest mark. */
export function popJob(): void {
  addWhole(AT.JOBS, -1);
  const last = whole(AT.JOBS);
  if (last === 0) return;
  const mark = cell(AT.JOB_MARK + last);
  const order = cell(AT.JOB_ORDER + last);
  let place = 0;
  for (;;) {
    let child = 2 * place + 1;
    if (child >= last) break;
    const right = child + 1;
    if (right < last && comesBefore(cell(AT.JOB_MARK + right), cell(AT.JOB_ORDER + right), child))
      child = right;
    if (comesBefore(mark, order, child)) break;
    move(child, place);
    place = child;
  }
  stand(place, whole(AT.JOB_OF + last), mark, order);
}

function comesBefore(mark: f64, order: f64, place: i32): boolean {
  const other = cell(AT.JOB_MARK + place);
  return mark < other || (mark === other && order < cell(AT.JOB_ORDER + place));
}

function move(from: i32, to: i32): void {
  put(AT.JOB_MARK + to, cell(AT.JOB_MARK + from));
  putWhole(AT.JOB_OF + to, whole(AT.JOB_OF + from));
  put(AT.JOB_ORDER + to, cell(AT.JOB_ORDER + from));
}

function stand(place: i32, job: i32, mark: f64, order: f64): void {
  put(AT.JOB_MARK + place, mark);
  putWhole(AT.JOB_OF + place, job);
  put(AT.JOB_ORDER + place, order);
}
