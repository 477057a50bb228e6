// The phases of a visit, as in `VISIT_PHASE` and `AWAY`.

export const FREE: f64 = 0;
export const HELD: f64 = 1;
export const WAITING: f64 = 3;
export const ON_CPU: f64 = 4;
export const THINKING: f64 = 7;
export const WANTS_SOCKET: f64 = 8;
