/** The only file of the console that uses the browser's APIs: network, clock, clipboard, address, screen. */
export const browser = {
  request: (path: string, init: RequestInit): Promise<Response> => fetch(path, init),
  wallMs: (): number => Date.now(),
  /** Calls a function once after a time, unless the returned function is called before. */
  after(ms: number, act: () => void): () => void {
    const timer = setTimeout(act, ms);
    return () => clearTimeout(timer);
  },
  every(ms: number, act: () => void): () => void {
    const timer = setInterval(act, ms);
    return () => clearInterval(timer);
  },
  async copy(text: string): Promise<boolean> {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // The clipboard needs a secure origin and a permission. Without them, the user selects the text by hand.
      return false;
    }
  },
  isHidden: (): boolean => document.hidden,
  prefersStill: (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches,
  root: (): HTMLElement | null => document.getElementById('console'),
  setTitle(title: string): void {
    document.title = title;
  },
  /** The fragment of the address, which names the page of the console. It never has a secret. */
  place: (): string => location.hash.replace(/^#/, ''),
  goTo(place: string): void {
    location.hash = place;
  },
  onPlace(act: () => void): () => void {
    addEventListener('hashchange', act);
    return () => removeEventListener('hashchange', act);
  },
  onWidth(element: Element, act: (widthPx: number) => void): () => void {
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) act(entry.contentRect.width);
    });
    observer.observe(element);
    return () => observer.disconnect();
  },
} as const;
