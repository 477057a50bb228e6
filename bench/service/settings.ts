import { factSet } from '../../src/facts/index.ts';
import { Service, type Store, type WorldSettings } from '../../src/service/index.ts';
import { DEFAULT_ASSUMPTIONS } from '../../src/simulator/index.ts';

/** Opens a service in this process, with a stopped clock. */
export function openService(store: Store, nowMs: number): Promise<Service> {
  return Service.open(
    SETTINGS,
    store,
    {
      wallMs: () => nowMs,
      wakeAfter: () => {},
      sleep: () => Promise.resolve(),
      log: () => {},
      storeFailed: (error) => {
        throw error;
      },
    },
    { mode: { kind: 'stopped' } },
  );
}

const SETTINGS: WorldSettings = {
  facts: factSet('spec'),
  plan: 'scale',
  seed: 1,
  assumptions: DEFAULT_ASSUMPTIONS,
  secretBytes: (count) => Uint8Array.from({ length: count }, (_, place) => place),
  secret: 'secret of the benchmark',
};
