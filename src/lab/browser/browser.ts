/** The only file of the lab that uses the browser beyond drawing: its clock, address, clipboard and threads. */
export const thisBrowser = {
  nowMs: (): number => performance.now(),
  /** Calls a function once after a time, unless the returned function is called before. */
  after(ms: number, act: () => void): () => void {
    const timer = setTimeout(act, ms);
    return () => clearTimeout(timer);
  },
  /** Calls a function again and again, until the returned function is called. */
  every(ms: number, act: () => void): () => void {
    const timer = setInterval(act, ms);
    return () => clearInterval(timer);
  },
  /** Starts code as a thread. A page that was opened from a file may not start modules, so it runs as a script. */
  thread(code: string): Worker {
    const script = new Blob(["'use strict';", code], { type: 'text/javascript' });
    return new Worker(URL.createObjectURL(script));
  },
  fragment: (): string => location.hash,
  setFragment(fragment: string): void {
    history.replaceState(null, '', `#${fragment}`);
  },
  onFragment(act: () => void): () => void {
    addEventListener('hashchange', act);
    return () => removeEventListener('hashchange', act);
  },
  /** Returns false if the browser does not allow it. */
  async copy(text: string): Promise<boolean> {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return false;
    }
  },
  /** Gives the person a file. */
  download(name: string, text: string): void {
    const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    const link = document.createElement('a');
    link.href = address;
    link.download = name;
    link.click();
    URL.revokeObjectURL(address);
  },
  prefersDark: (): boolean => matchMedia(DARK).matches,
  onPrefersDark(act: () => void): () => void {
    const query = matchMedia(DARK);
    query.addEventListener('change', act);
    return () => query.removeEventListener('change', act);
  },
} as const;

const DARK = '(prefers-color-scheme: dark)';
