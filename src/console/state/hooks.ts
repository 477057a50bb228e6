import { createContext } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { type ApiFailure, failureOf } from '../api/failure.ts';
import { browser } from '../browser.ts';
import type { ConsoleSession } from './session.ts';

export const SessionContext = createContext<ConsoleSession | null>(null);

export function useSession(): ConsoleSession {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('this is shown to nobody who has not signed in');
  return session;
}

export interface Live<Value> {
  /** The last value; undefined until the first one arrives. */
  readonly value: Value | undefined;
  readonly failure: ApiFailure | null;
  readonly reload: () => void;
}

const POLL_EVERY_MS = 2000;

/** Polls a value of the service, and loads it at once after a beat of the pulse. */
export function useLive<Value>(name: string, load: () => Promise<Value>): Live<Value> {
  const { pulse } = useSession();
  const [shown, setShown] = useState<{ name: string; value?: Value; failure: ApiFailure | null }>({
    name,
    failure: null,
  });
  const loader = useRef(load);
  loader.current = load;
  const loadNow = useRef<(isForced: boolean) => void>(() => {});
  useEffect(() => {
    let isOver = false;
    let isLoading = false;
    let isStale = false;
    let isFinal = false;
    let cancel = () => {};
    const run = async (isForced: boolean): Promise<void> => {
      if (isOver || (isFinal && !isForced)) return;
      if (isLoading) {
        isStale = true;
        return;
      }
      cancel();
      isLoading = true;
      try {
        const value = await loader.current();
        isFinal = false;
        if (!isOver) setShown({ name, value, failure: null });
      } catch (error) {
        const failure = failureOf(error);
        isFinal = failure.isFinal;
        if (!isOver) setShown((before) => ({ ...(before.name === name ? before : { name }), failure }));
      }
      isLoading = false;
      const again = isStale;
      isStale = false;
      if (!isOver) cancel = browser.after(again ? 0 : POLL_EVERY_MS, next);
    };
    const next = () => {
      if (browser.isHidden()) cancel = browser.after(POLL_EVERY_MS, next);
      else void run(false);
    };
    loadNow.current = (isForced) => void run(isForced);
    void run(true);
    const unlisten = pulse.listen(() => void run(false));
    return () => {
      isOver = true;
      cancel();
      unlisten();
    };
  }, [name]);
  const isCurrent = shown.name === name;
  return {
    value: isCurrent ? shown.value : undefined,
    failure: isCurrent ? shown.failure : null,
    reload: () => loadNow.current(true),
  };
}

/** An action of the user: whether it is under way, and how it failed. */
export interface Action {
  readonly isBusy: boolean;
  readonly failure: ApiFailure | null;
  readonly run: (work: () => Promise<void>) => void;
  /** Repeats the last action. */
  readonly retry: () => void;
  readonly dismiss: () => void;
}

export function useAction(changed: () => void = () => {}): Action {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const last = useRef<() => Promise<void>>(() => Promise.resolve());
  const run = (work: () => Promise<void>) => {
    last.current = work;
    setBusy(true);
    setFailure(null);
    work()
      .then(changed, (error: unknown) => setFailure(failureOf(error)))
      .finally(() => setBusy(false));
  };
  return { isBusy, failure, run, retry: () => run(last.current), dismiss: () => setFailure(null) };
}

/** An action on the service, after which all live values are loaded again. */
export function useServiceAction(): Action {
  const { pulse } = useSession();
  return useAction(() => pulse.beat());
}

/** Renders the component at fixed intervals, because its content changes with time alone. */
export function useTick(everyMs: number): void {
  const [, setTick] = useState(0);
  useEffect(() => browser.every(everyMs, () => setTick((tick) => tick + 1)), [everyMs]);
}
