/** Thrown once an answer is out that is no: a limit is passed, or nothing is feasible. */
export class LimitPassed extends Error {
  constructor(reasons: readonly string[]) {
    super(reasons.join('; '));
    this.name = 'LimitPassed';
  }
}
