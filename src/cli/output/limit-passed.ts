/** Thrown after an answer is printed that is no: a limit is exceeded, or no configuration meets all objectives. */
export class LimitPassed extends Error {
  constructor(reasons: readonly string[]) {
    super(reasons.join('; '));
    this.name = 'LimitPassed';
  }
}
