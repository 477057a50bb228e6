/** Jobs by the mark at which they are done, lowest first; of equal marks the one that came first. */
export class MarkHeap {
  private readonly marks: number[] = [];
  private readonly jobs: number[] = [];
  private readonly order: number[] = [];
  private next = 0;

  get size(): number {
    return this.jobs.length;
  }

  firstMark(): number {
    return this.marks[0] as number;
  }

  push(job: number, mark: number): void {
    let place = this.jobs.length;
    const order = this.next++;
    this.marks.push(mark);
    this.jobs.push(job);
    this.order.push(order);
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

  remove(job: number): void {
    const place = this.jobs.indexOf(job);
    if (place >= 0) this.removeAt(place);
  }

  drain(): number[] {
    const jobs = this.inOrder().map(({ job }) => job);
    this.marks.length = 0;
    this.jobs.length = 0;
    this.order.length = 0;
    return jobs;
  }

  /** All jobs, in the order in which they came. */
  inOrder(): { readonly job: number; readonly mark: number }[] {
    return this.jobs
      .map((job, i) => ({ job, mark: this.marks[i] as number, order: this.order[i] as number }))
      .sort((a, b) => a.order - b.order)
      .map(({ job, mark }) => ({ job, mark }));
  }

  private removeAt(hole: number): void {
    const mark = this.marks.pop() as number;
    const job = this.jobs.pop() as number;
    const order = this.order.pop() as number;
    if (hole === this.jobs.length) return;
    let place = hole;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= this.jobs.length) break;
      if (child + 1 < this.jobs.length && this.before(child + 1, child)) child++;
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
}
