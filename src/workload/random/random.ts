/** A stream of uniform random numbers, 0 < u < 1. */
export interface Random {
  (): number;
  /** Fills an array with the next numbers. */
  fill(draws: Float64Array): void;
}

/**
 * The random numbers of one cause. Streams with different names are independent, so adding a cause to a scenario does
 * not change the others. The generator is xoshiro128**, seeded by splitmix32 with a hash of the name.
 */
export function randomStream(seed: number, name: string): Random {
  const mix = splitmix(hash(`${seed}/${name}`));
  let a = mix();
  let b = mix();
  let c = mix();
  let d = mix() | 1;
  // Local variables for the state, because captured ones would be read and written for each number.
  const fill = (draws: Float64Array) => {
    let [p, q, r, s] = [a, b, c, d];
    for (let i = 0; i < draws.length; i++) {
      const product = Math.imul(q, 5);
      const result = Math.imul((product << 7) | (product >>> 25), 9) >>> 0;
      draws[i] = (result + 0.5) / 4_294_967_296;
      const t = q << 9;
      r ^= p;
      s ^= q;
      q ^= r;
      p ^= s;
      r ^= t;
      s = (s << 11) | (s >>> 21);
    }
    [a, b, c, d] = [p, q, r, s];
  };
  const one = new Float64Array(1);
  const draw = () => {
    fill(one);
    return one[0] as number;
  };
  return Object.assign(draw, { fill });
}

/** FNV-1a with 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0;
}

function splitmix(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return z ^ (z >>> 16);
  };
}
