/** A store of values by an object and further keys, all compared by identity. */
export class Memo<Of extends object, Value> {
  private readonly known = new WeakMap<Of, Known<Value>[]>();

  of(object: Of, keys: readonly unknown[], make: () => Value): Value {
    const known = this.known.get(object) ?? [];
    const same = known.find((one) => isSame(one.keys, keys));
    if (same !== undefined) return same.value;
    const value = make();
    this.known.set(object, [{ keys, value }, ...known].slice(0, MOST));
    return value;
  }
}

interface Known<Value> {
  readonly keys: readonly unknown[];
  readonly value: Value;
}

/** The number of values that are kept for one object. The oldest one goes first. */
const MOST = 4;

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((key, i) => key === other[i]);
}
