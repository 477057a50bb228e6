/** Returns the number at an offset of the memory layout. */
export function cell(at: i32): f64 {
  return load<f64>(at << 3);
}

export function put(at: i32, value: f64): void {
  store<f64>(at << 3, value);
}

export function add(at: i32, value: f64): void {
  put(at, cell(at) + value);
}

/** Returns a whole number of less than 2^31 as an integer. In the sum with this constant, its bits are the lowest ones. */
export function asWhole(value: f64): i32 {
  return i32(reinterpret<i64>(value + 6755399441055744));
}

export const NEVER: f64 = Infinity;

// Whole numbers, which need no conversion to be a place in the memory.

export function whole(at: i32): i32 {
  return load<i32>(at << 3);
}

export function putWhole(at: i32, value: i32): void {
  store<i32>(at << 3, value);
}

export function addWhole(at: i32, value: i32): void {
  putWhole(at, whole(at) + value);
}
