import { type HeapColumns, VISIT_PHASE } from '../../compute/index.ts';
import type { Agenda, Slot } from '../agenda/agenda.ts';
import type { StretchDemand, StretchSource } from './client-sources.ts';
import * as AT from './kernel/client-layout.ts';
import type { ClientMemory } from './kernel/kernel.ts';
import type { StretchCompute } from './stretch-compute.ts';

// The visits of a compute and the events of its clients, between the agenda and the memory of the kernel.

export function writeVisits(
  memory: ClientMemory,
  { clients, owner, runClients }: StretchCompute,
  agenda: Agenda,
): void {
  const { cells, wholes } = memory;
  const { phase, use, bornMs, cpuMs, waitMs, memoryBytes, temporaryBytes, size, freeNumbers } =
    clients.visits;
  wholes[2 * AT.VISITS] = size;
  wholes[2 * AT.FREE_VISITS] = freeNumbers.length;
  for (let i = 0; i < freeNumbers.length; i++) wholes[2 * (AT.FREE_VISIT + i)] = freeNumbers[i] as number;
  wholes[2 * AT.EVENTS_HEAP] = 0;
  for (let visit = 0; visit < size; visit++) {
    cells[AT.PHASE_OF_VISIT + visit] = phase[visit] as number;
    cells[AT.VISIT_USE + visit] = use[visit] as number;
    if (phase[visit] === VISIT_PHASE.free) continue;
    cells[AT.VISIT_BORN_MS + visit] = bornMs[visit] as number;
    cells[AT.VISIT_CPU_MS + visit] = cpuMs[visit] as number;
    cells[AT.VISIT_WAIT_MS + visit] = waitMs[visit] as number;
    cells[AT.VISIT_BYTES + visit] = memoryBytes[visit] as number;
    cells[AT.VISIT_DISK_BYTES + visit] = temporaryBytes[visit] as number;
    wholes[2 * (AT.VISIT_SOURCE + visit)] = owner.numberOf(visit);
    cells[AT.VISIT_TRIES + visit] = owner.triesOf(visit);
    cells[AT.VISIT_NUMBER + visit] = owner.groups.numberOf(visit);
    takeEvent(memory, agenda, runClients.timerSlot(visit), visit, AT.TIMEOUT_RANK);
  }
}

export function writeSources(
  memory: ClientMemory,
  { clients, loads }: StretchDemand,
  agenda: Agenda,
  startMs: number,
): void {
  const { cells, wholes } = memory;
  loads.forEach((one, number) => {
    one.write(memory);
    takeEvent(memory, agenda, one.source.slot, AT.LOAD_OWNERS + number, AT.DEMAND_RANK);
  });
  clients.forEach((one, number) => {
    one.write(memory, startMs + agenda.nowMs, startMs);
    const { source } = one;
    const kind = wholes[2 * (AT.SOURCE_KIND + number)];
    if (kind === AT.JOB_SOURCE) {
      takeEvent(memory, agenda, source.slot, AT.MOST_VISITS + number, AT.DEMAND_RANK);
    } else if (kind === AT.GROUP_SOURCE) {
      cells[AT.IDLE_ALARM_ORDER + number] = agenda.orderOf(source.slot);
      cells[AT.IDLE_ALARM_MS + number] = taken(agenda, source.slot);
    }
  });
}

export function readVisits(memory: ClientMemory, { clients, owner }: StretchCompute): void {
  const { cells, wholes } = memory;
  const { visits } = clients;
  const at = (cell: number) => cells[cell] as number;
  const free: number[] = [];
  for (let i = 0; i < (wholes[2 * AT.FREE_VISITS] as number); i++)
    free.push(wholes[2 * (AT.FREE_VISIT + i)] as number);
  visits.setNumbers(wholes[2 * AT.VISITS] as number, free);
  const { phase, use, bornMs, cpuMs, waitMs, memoryBytes, temporaryBytes, size } = visits;
  for (let visit = 0; visit < size; visit++) {
    phase[visit] = at(AT.PHASE_OF_VISIT + visit);
    use[visit] = at(AT.VISIT_USE + visit);
    if (phase[visit] === VISIT_PHASE.free) continue;
    bornMs[visit] = at(AT.VISIT_BORN_MS + visit);
    cpuMs[visit] = at(AT.VISIT_CPU_MS + visit);
    waitMs[visit] = at(AT.VISIT_WAIT_MS + visit);
    memoryBytes[visit] = at(AT.VISIT_BYTES + visit);
    temporaryBytes[visit] = at(AT.VISIT_DISK_BYTES + visit);
    owner.setVisit(visit, wholes[2 * (AT.VISIT_SOURCE + visit)] as number, at(AT.VISIT_TRIES + visit));
  }
}

/** Puts the timers of visits and the next events of sources into the agenda. */
export function readEvents(
  memory: ClientMemory,
  { runClients }: StretchCompute,
  { clients, loads }: StretchDemand,
  agenda: Agenda,
): void {
  const { cells, wholes } = memory;
  const slotOf = (owner: number): Slot => {
    if (owner < AT.MOST_VISITS) return runClients.timerSlot(owner);
    const ofLoad = loads[owner - AT.LOAD_OWNERS];
    return (ofLoad ?? (clients[owner - AT.MOST_VISITS] as StretchSource)).source.slot;
  };
  const events = wholes[2 * AT.EVENTS_HEAP] as number;
  for (let i = 0; i < events; i++) {
    const owner = wholes[2 * (EVENT_COLUMNS.owners + i)] as number;
    const order = (cells[EVENT_COLUMNS.ties + i] as number) % AT.ORDERS;
    agenda.set(slotOf(owner), cells[EVENT_COLUMNS.keys + i] as number, order);
  }
  clients.forEach(({ source }, number) => {
    if (wholes[2 * (AT.SOURCE_KIND + number)] === AT.GROUP_SOURCE)
      agenda.set(
        source.slot,
        cells[AT.IDLE_ALARM_MS + number] as number,
        cells[AT.IDLE_ALARM_ORDER + number] as number,
      );
  });
}

export function taken(agenda: Agenda, slot: Slot): number {
  const atMs = agenda.timeOf(slot);
  agenda.clear(slot);
  return atMs;
}

/** Returns where the columns of a heap are. */
export function heapColumns(heap: number): HeapColumns {
  const keys = heap + 1;
  return { keys, ties: keys + AT.HEAP_ENTRIES, owners: keys + 2 * AT.HEAP_ENTRIES };
}

const EVENT_COLUMNS = heapColumns(AT.EVENTS_HEAP);

/** Moves an event of the agenda, if it is set, to the end of the events. */
function takeEvent(memory: ClientMemory, agenda: Agenda, slot: Slot, owner: number, rank: number): void {
  const { cells, wholes } = memory;
  if (!agenda.isSet(slot)) return;
  const place = wholes[2 * AT.EVENTS_HEAP] as number;
  cells[EVENT_COLUMNS.ties + place] = rank * AT.ORDERS + agenda.orderOf(slot);
  cells[EVENT_COLUMNS.keys + place] = taken(agenda, slot);
  wholes[2 * (EVENT_COLUMNS.owners + place)] = owner;
  wholes[2 * AT.EVENTS_HEAP] = place + 1;
}
