import * as AT from '../../client-layout';
import * as OFFSET from '../../memory-layout';
import { awakePeriodBesideClients } from '../awake-period';
import { add, asWhole, cell, NEVER, put, putWhole, whole } from '../memory';
import { goneMs } from '../processors';
import { isAtEase, KERNEL_BYTES } from '../sizing';
import { setCapacity } from './cache';
import { nextEventMs, nextEventOwner, removeEvent, replaceEvent, secondEventMs } from './events';
import { armCpu, moves, settleAfterLoad } from './jobs';
import { tellPassed } from './passing';
import { nonReclaimableBytes } from './readings';

/**
 * Simulates the only load of a compute up to the next event of its clients, while they leave the processors to it. Returns
 * false if nothing has happened before that.
 */
export function runLoadAlone(): boolean {
  if (!isAlone()) return false;
  tellPassed();
  const isNext = nextEventOwner() === AT.LOAD_OWNERS;
  const clientsMs = Math.min(isNext ? secondEventMs() : nextEventMs(), cell(AT.IDLE_SOCKETS_MS));
  const place = whole(AT.CHANGE_PLACE);
  // The host has no more changes than these.
  const endMs = Math.min(cell(AT.UNTIL_MS), cell(AT.CHANGES_AT_MS + whole(AT.CHANGE_COUNT)));
  const untilMs = Math.min(Math.min(clientsMs, Math.ceil(cell(AT.INACTIVE_MS))), endMs);
  const beforeMs = cell(OFFSET.NOW_MS);
  const changeMs = cell(AT.CHANGES_AT_MS + place);
  const readsMs = Math.min(cell(OFFSET.TICK_MS), cell(OFFSET.LOOK_MS));
  const backlogGoneMs = goneMs();
  const firstMs = Math.min(Math.min(backlogGoneMs, changeMs), readsMs);
  if (firstMs <= beforeMs || firstMs >= untilMs) return false;
  const size = cell(OFFSET.SIZE);
  put(OFFSET.PLACE, place);
  put(OFFSET.CHANGE_MS, changeMs);
  put(OFFSET.GONE_MS, backlogGoneMs);
  put(OFFSET.SLEEP_MS, NEVER);
  put(OFFSET.CPU_MS_PER_QUERY, cell(AT.QUERY_CPU_MS_OF_LOAD));
  put(OFFSET.READ_BYTES, nonReclaimableBytes());
  put(OFFSET.MOVES, moves() ? 1 : 0);
  awakePeriodBesideClients(untilMs);
  if (cell(OFFSET.NOW_MS) === beforeMs) return false;
  if (cell(OFFSET.SIZE) !== size)
    setCapacity(cell(AT.CACHE_BYTES_OF + asWhole(cell(OFFSET.SIZE))), cell(OFFSET.NOW_MS));
  settleAfterLoad();
  armCpu();
  if (asWhole(cell(OFFSET.PLACE)) !== place) takeChanges(asWhole(cell(OFFSET.PLACE)));
  put(AT.WANTED_MS, -NEVER);
  put(AT.READING_MS, -NEVER);
  return true;
}

/** Whether nothing but the load uses the processors, and nothing uses the cache. */
function isAlone(): boolean {
  if (whole(AT.LOADS) !== 1 || whole(AT.JOBS) > 0 || cell(OFFSET.LOAD_VCPU) === 0) return false;
  if (cell(AT.PAGES_OF_LOAD) > 0 || cell(AT.WORKING_SET_BYTES) > 0 || cell(AT.RESIDENT_BYTES) > 0)
    return false;
  if (cell(AT.RESIZES_IN_PLACE) === 0 || cell(AT.READS_REASONS) !== 0 || cell(AT.QUOTA_USED_MS) > 0)
    return false;
  if (cell(AT.DIRECT) + cell(AT.SERVER_BUSY) > cell(AT.CONNECTION_LIMIT)) return false;
  const bytes = nonReclaimableBytes();
  return bytes + KERNEL_BYTES === cell(AT.METRIC_BYTES) && isAtEase(bytes, asWhole(cell(OFFSET.SIZE)));
}

/** Takes over the changes of the load up to a place. */
function takeChanges(place: i32): void {
  const nextMs = cell(AT.CHANGES_AT_MS + place);
  add(AT.UNORDERED, f64(place - whole(AT.CHANGE_PLACE)));
  putWhole(AT.CHANGE_PLACE, place);
  put(AT.VCPU_OF_LOAD, cell(OFFSET.LOAD_VCPU));
  put(AT.LOAD_CHANGES_MS, nextMs);
  if (nextMs === NEVER) removeEvent();
  else replaceEvent(AT.LOAD_OWNERS, nextMs, AT.DEMAND_RANK);
}
