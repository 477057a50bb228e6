/** A value in little memory. `unpacked` makes an equal one. */
interface Packed<Value> {
  readonly form: Form<Value>;
  /** For each number, whether it is zero: about half of them are. */
  readonly zeros: string;
  /** A block with the numbers that are not zero, from `start` on. */
  readonly block: Float64Array;
  readonly start: number;
  readonly texts: readonly string[];
}

/** The common form of values with the same fields and lengths. Its leaves stand in their order beside it. */
type Form<Value = unknown> =
  | { readonly kind: 'number' | 'text' }
  | { readonly kind: 'constant'; readonly value: Value }
  | { readonly kind: 'list'; readonly items: readonly Form[] }
  | { readonly kind: 'group'; readonly names: readonly string[]; readonly fields: readonly Form[] };

/**
 * Packs plain data of many databases, which mostly has the same fields. Equal forms and equal lists of texts are kept once, so
 * that a hundred thousand rows fit into memory.
 */
export class Packing {
  readonly #forms = new Map<string, Form>();
  /** Many values share a block, which lies outside the heap and so is never moved. */
  #block = new Float64Array(BLOCK_LENGTH);
  #used = 0;
  readonly #shared = new Map<string, unknown>();

  packed<Value>(value: Value): Packed<Value> {
    const numbers: number[] = [];
    const texts: string[] = [];
    const key = this.#keyOf(value, numbers, texts);
    const form = this.#forms.get(key) ?? formOf(value);
    this.#forms.set(key, form);
    return {
      form: form as Form<Value>,
      zeros: this.shared(numbers.map((number) => (Object.is(number, 0) ? '0' : '1')).join('')),
      ...this.#stored(numbers.filter((number) => !Object.is(number, 0))),
      texts: this.shared(texts),
    };
  }

  /** Returns the first value that was equal to this one. Its fields have to be in the same order. */
  shared<Value>(value: Value): Value {
    const key = JSON.stringify(value);
    const known = this.#shared.get(key) as Value | undefined;
    if (known !== undefined) return known;
    this.#shared.set(key, value);
    return value;
  }

  #stored(numbers: readonly number[]): { block: Float64Array; start: number } {
    if (this.#used + numbers.length > this.#block.length) {
      this.#block = new Float64Array(Math.max(BLOCK_LENGTH, numbers.length));
      this.#used = 0;
    }
    const start = this.#used;
    this.#block.set(numbers, start);
    this.#used += numbers.length;
    return { block: this.#block, start };
  }

  /** Notes the leaves of a value, and returns a text that is the same for all values of its form. */
  #keyOf(value: unknown, numbers: number[], texts: string[]): string {
    if (typeof value === 'number') {
      numbers.push(value);
      return '0';
    }
    if (typeof value === 'string') {
      texts.push(value);
      return 'a';
    }
    if (typeof value !== 'object' || value === null) return String(value);
    if (Array.isArray(value)) return `[${value.map((item) => this.#keyOf(item, numbers, texts)).join(',')}]`;
    return `{${Object.entries(value)
      .map(([name, field]) => `${name}:${this.#keyOf(field, numbers, texts)}`)
      .join(',')}}`;
  }
}

const BLOCK_LENGTH = 1 << 14;

export function unpacked<Value>({ form, zeros, block, start, texts }: Packed<Value>): Value {
  let [place, number, text] = [0, start, 0];
  const made = (part: Form): unknown => {
    switch (part.kind) {
      case 'number':
        return zeros.charAt(place++) === '0' ? 0 : block[number++];
      case 'text':
        return texts[text++];
      case 'constant':
        return part.value;
      case 'list':
        return part.items.map(made);
      case 'group': {
        const group: Record<string, unknown> = {};
        for (const [i, name] of part.names.entries()) group[name] = made(part.fields[i] as Form);
        return group;
      }
    }
  };
  return made(form as Form) as Value;
}

function formOf(value: unknown): Form {
  if (typeof value === 'number') return { kind: 'number' };
  if (typeof value === 'string') return { kind: 'text' };
  if (typeof value !== 'object' || value === null) return { kind: 'constant', value };
  if (Array.isArray(value)) return { kind: 'list', items: value.map(formOf) };
  return { kind: 'group', names: Object.keys(value), fields: Object.values(value).map(formOf) };
}
