/** Calls a function after a time by the wall clock, which sockets use, unless the returned function is called before. */
export function after(ms: number, act: () => void): () => void {
  const timer = setTimeout(act, ms);
  return () => clearTimeout(timer);
}
