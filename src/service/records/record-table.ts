import { present } from '../../problem/index.ts';
import type { RecordJournal } from './record-journal.ts';
import type { Records, TableName } from './records.ts';

/** All records of one kind, by id and by a group for lists, such as a project. The journal notes every change. */
export class RecordTable<Name extends TableName> {
  private readonly byId = new Map<string, Records[Name]>();
  private readonly groups = new Map<string, Map<string, Records[Name]>>();
  private readonly name: Name;
  private readonly groupOf: (record: Records[Name]) => string;
  private readonly journal: RecordJournal;
  private readonly order: (a: Records[Name], b: Records[Name]) => number;

  constructor(
    name: Name,
    journal: RecordJournal,
    groupOf: (record: Records[Name]) => string,
    order: (a: Records[Name], b: Records[Name]) => number,
  ) {
    this.name = name;
    this.journal = journal;
    this.groupOf = groupOf;
    this.order = order;
    journal.reads(name, (id) => this.byId.get(id) ?? null);
  }

  get size(): number {
    return this.byId.size;
  }

  get(id: string): Records[Name] | undefined {
    return this.byId.get(id);
  }

  /** A record that must exist; throws an InvariantError if it does not. */
  known(id: string): Records[Name] {
    return present(this.byId.get(id), `a record of ${this.name} that is referred to exists`);
  }

  has(id: string): boolean {
    return this.byId.has(id);
  }

  all(): IterableIterator<Records[Name]> {
    return this.byId.values();
  }

  /** The records of a group in the order of the table, which is the same after a restart. */
  of(group: string): readonly Records[Name][] {
    return [...(this.groups.get(group)?.values() ?? [])].sort(this.order);
  }

  /** The first record of a group, in the order of insertion, that fits. */
  firstOf(group: string, isOne: (record: Records[Name]) => boolean): Records[Name] | undefined {
    for (const record of this.groups.get(group)?.values() ?? []) if (isOne(record)) return record;
    return undefined;
  }

  countOf(group: string): number {
    return this.groups.get(group)?.size ?? 0;
  }

  put(record: Records[Name]): Records[Name] {
    this.journal.record(this.name, this.byId.get(record.id) ?? null, record);
    this.set(record);
    return record;
  }

  /** Replaces a record by one with another id. */
  rename(id: string, record: Records[Name]): Records[Name] {
    const before = this.known(id);
    if (id === record.id) return this.put(record);
    this.remove(before);
    this.set(record);
    this.journal.record(this.name, before, record);
    return record;
  }

  delete(id: string): void {
    const record = this.byId.get(id);
    if (record === undefined) return;
    this.remove(record);
    this.journal.record(this.name, record, null);
  }

  /** Fills the table with records of the store, which the journal need not note. */
  load(records: readonly Records[Name][]): void {
    this.byId.clear();
    this.groups.clear();
    for (const record of [...records].sort(this.order)) this.set(record);
  }

  private set(record: Records[Name]): void {
    const before = this.byId.get(record.id);
    if (before !== undefined && this.groupOf(before) !== this.groupOf(record)) this.ungroup(before);
    this.byId.set(record.id, record);
    const group = this.groupOf(record);
    const members = this.groups.get(group);
    if (members === undefined) this.groups.set(group, new Map([[record.id, record]]));
    else members.set(record.id, record);
  }

  private remove(record: Records[Name]): void {
    this.byId.delete(record.id);
    this.ungroup(record);
  }

  private ungroup(record: Records[Name]): void {
    const group = this.groupOf(record);
    const members = this.groups.get(group);
    members?.delete(record.id);
    if (members?.size === 0) this.groups.delete(group);
  }
}
