/** What follows from an object and some grounds more, made once for as long as these are the same. */
export class Recall<Of extends object, Value> {
  private readonly known = new WeakMap<Of, Known<Value>[]>();

  of(object: Of, grounds: readonly unknown[], make: () => Value): Value {
    const known = this.known.get(object) ?? [];
    const same = known.find((one) => isSame(one.grounds, grounds));
    if (same !== undefined) return same.value;
    const value = make();
    this.known.set(object, [{ grounds, value }, ...known].slice(0, MOST));
    return value;
  }
}

interface Known<Value> {
  readonly grounds: readonly unknown[];
  readonly value: Value;
}

/** Of one object the last ones are kept. */
const MOST = 4;

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((ground, i) => ground === other[i]);
}
