/** A memory of numbers of eight bytes. A whole number in the place of one has twice its index. */
interface JobMemory {
  readonly cells: Float64Array;
  readonly wholes: Int32Array;
}

/** Where in a memory the columns of a heap begin. */
export interface HeapColumns {
  readonly keys: number;
  readonly ties: number;
  readonly owners: number;
}

/** A heap of jobs, lowest mark first. Of equal marks, the job that arrived first comes first. */
export class MarkHeap {
  /** `marks`, `jobs` and `order` are indexed by the place in the heap. */
  private marks = new Float64Array(16);
  private jobs = new Int32Array(16);
  private order = new Float64Array(16);
  private next = 0;
  private length = 0;

  get size(): number {
    return this.length;
  }

  firstMark(): number {
    return this.marks[0] as number;
  }

  push(job: number, mark: number): void {
    if (this.length === this.jobs.length) this.grow();
    let place = this.length++;
    const order = this.next++;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if ((this.marks[parent] as number) <= mark) break;
      this.move(parent, place);
      place = parent;
    }
    this.put(place, job, mark, order);
  }

  pop(): number {
    const job = this.jobs[0] as number;
    this.removeAt(0);
    return job;
  }

  /** Removes one job with this number. Returns false if there is none. */
  remove(job: number): boolean {
    const place = this.jobs.subarray(0, this.length).indexOf(job);
    if (place < 0) return false;
    this.removeAt(place);
    return true;
  }

  /** Returns all jobs in the order of their arrival. */
  inOrder(): { readonly job: number; readonly mark: number }[] {
    return Array.from(this.jobs.subarray(0, this.length), (job, i) => ({
      job,
      mark: this.marks[i] as number,
      order: this.order[i] as number,
    }))
      .sort((a, b) => a.order - b.order)
      .map(({ job, mark }) => ({ job, mark }));
  }

  /** The number of jobs so far. */
  get numbered(): number {
    return this.next;
  }

  /** Copies the heap to columns that begin at these places of a memory. */
  copyTo({ cells, wholes }: JobMemory, { keys, ties, owners }: HeapColumns): void {
    for (let place = 0; place < this.length; place++) {
      cells[keys + place] = this.marks[place] as number;
      cells[ties + place] = this.order[place] as number;
      wholes[2 * (owners + place)] = this.jobs[place] as number;
    }
  }

  /** Takes over the columns of code that continued from `copyTo`. */
  copyFrom(
    { cells, wholes }: JobMemory,
    { keys, ties, owners }: HeapColumns,
    length: number,
    numbered: number,
  ): void {
    while (this.jobs.length < length) this.grow();
    for (let place = 0; place < length; place++)
      this.put(
        place,
        wholes[2 * (owners + place)] as number,
        cells[keys + place] as number,
        cells[ties + place] as number,
      );
    this.length = length;
    this.next = numbered;
  }

  private removeAt(hole: number): void {
    const last = --this.length;
    if (hole === last) return;
    const mark = this.marks[last] as number;
    const job = this.jobs[last] as number;
    const order = this.order[last] as number;
    let place = hole;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= last) break;
      if (child + 1 < last && this.before(child + 1, child)) child++;
      const below = this.marks[child] as number;
      if (mark < below || (mark === below && order < (this.order[child] as number))) break;
      this.move(child, place);
      place = child;
    }
    while (place > 0) {
      const parent = (place - 1) >> 1;
      const above = this.marks[parent] as number;
      if (above < mark || (above === mark && (this.order[parent] as number) < order)) break;
      this.move(parent, place);
      place = parent;
    }
    this.put(place, job, mark, order);
  }

  private before(a: number, b: number): boolean {
    const am = this.marks[a] as number;
    const bm = this.marks[b] as number;
    return am < bm || (am === bm && (this.order[a] as number) < (this.order[b] as number));
  }

  private move(from: number, to: number): void {
    this.put(to, this.jobs[from] as number, this.marks[from] as number, this.order[from] as number);
  }

  private put(place: number, job: number, mark: number, order: number): void {
    this.jobs[place] = job;
    this.marks[place] = mark;
    this.order[place] = order;
  }

  private grow(): void {
    const { marks, jobs, order } = this;
    this.marks = new Float64Array(2 * marks.length);
    this.jobs = new Int32Array(2 * jobs.length);
    this.order = new Float64Array(2 * order.length);
    this.marks.set(marks);
    this.jobs.set(jobs);
    this.order.set(order);
  }
}
