/** The only file of the console that touches the browser around it: network, clock, clipboard, address, screen. */
export const browser = {
  request: (path: string, init: RequestInit): Promise<Response> => fetch(path, init),
  wallMs: (): number => Date.now(),
  /** Calls once after so long, and gives what calls it off. */
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
      // Without a safe origin or the permission there is no clipboard; whoever asked selects the text by hand.
      return false;
    }
  },
  isHidden: (): boolean => document.hidden,
  prefersStill: (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches,
  root: (): HTMLElement | null => document.getElementById('console'),
  setTitle(title: string): void {
    document.title = title;
  },
  /** What follows the # of the address: where in the console somebody is. Nothing secret is ever put there. */
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
