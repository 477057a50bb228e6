/** Calls a function after a time by the wall clock, the clock of sockets. The returned function cancels that. */
export function timerAfter(ms: number, act: () => void): () => void {
  const timer = setTimeout(act, ms);
  return () => clearTimeout(timer);
}
