import type { Service } from '../service.ts';

/**
 * Lets time pass until the next event if a client waits for a compute that starts. Returns whether one waited.
 */
export function passToNextEvent(service: Service): boolean {
  service.turn();
  const waits = [...service.world.computes.values()].some(
    ({ clients, core }) => clients.waiting > 0 && !core.accepts,
  );
  const nextMs = service.world.alarms.nextMs();
  if (!waits || nextMs === Number.POSITIVE_INFINITY) return false;
  service.advance(Math.max(0, nextMs - service.clock.nowMs));
  return true;
}
