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

export const NEVER: f64 = Infinity;
