/** Does something after so long on the wall, unless what it gives is called before: sockets know no other time. */
export function after(ms: number, act: () => void): () => void {
  const timer = setTimeout(act, ms);
  return () => clearTimeout(timer);
}
