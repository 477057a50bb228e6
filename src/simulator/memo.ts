/** Values that follow from an object and some keys, made once for as long as both are the same. */
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

/** Of one object the last ones are kept. */
const MOST = 4;

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((key, i) => key === other[i]);
}
