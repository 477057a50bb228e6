// @ts-check

/**
 * Settings of PostgreSQL that follow from the compute, and that sessions cannot change.
 *
 * PostgreSQL keeps each setting in a variable, whose address is in its table of settings. While a read replica has the
 * turn, the addresses of `transaction_read_only` and `default_transaction_read_only` point to other variables. SQL then
 * writes to those, while PostgreSQL begins each transaction by the original one, which only this file writes.
 * `max_connections` always points to another variable, because PostgreSQL would size its memory by the original one.
 *
 * The offsets are those of `config_generic` in PostgreSQL 18 on a 32-bit machine. A test checks them with this PGlite.
 *
 * @typedef {import('@electric-sql/pglite').PGlite['Module']} Postgres
 */
export class FixedSettings {
  /** @param {Postgres} postgres */
  constructor(postgres) {
    this.postgres = postgres;
    this.readOnly = found(postgres, 'default_transaction_read_only');
    this.transactionReadOnly = found(postgres, 'transaction_read_only');
    this.maxConnections = found(postgres, 'max_connections');
    place(postgres, this.maxConnections, true);
  }

  /** @param {import('./worker-messages.ts').ComputeParameters} compute */
  become({ readOnly, maxConnections }) {
    place(this.postgres, this.readOnly, readOnly);
    place(this.postgres, this.transactionReadOnly, readOnly);
    this.postgres.HEAPU8[this.readOnly.used] = Number(readOnly);
    view(this.postgres).setInt32(this.maxConnections.shown, maxConnections, true);
  }
}

const VARTYPE_OFFSET = 24;
const VARIABLE_OFFSET = 92;
const CELL_BYTES = 4;
const DEBUG_LEVEL = 12;

/**
 * The addresses of a setting. `setting` is its entry in the table, `used` the variable that PostgreSQL reads, and
 * `shown` the variable that SQL reads and writes while the entry points to it.
 *
 * @typedef {{ readonly setting: number, readonly used: number, readonly shown: number }} Found
 * @param {Postgres} postgres
 * @param {string} name
 * @returns {Found}
 */
function found(postgres, name) {
  const { _find_option: find, _malloc: allocate } =
    /** @type {{ _find_option(name: number, create: number, quiet: number, level: number): number, _malloc(bytes: number): number }} */ (
      /** @type {unknown} */ (postgres)
    );
  const text = Buffer.from(`${name}\0`);
  const at = allocate(text.length);
  postgres.HEAPU8.set(text, at);
  const setting = find(at, 0, 1, DEBUG_LEVEL);
  const shown = allocate(CELL_BYTES);
  const memory = view(postgres);
  if (setting === 0 || memory.getInt32(setting + VARTYPE_OFFSET, true) > 1)
    throw new Error(`this PGlite has no setting ${name} where it is looked for`);
  const used = memory.getInt32(setting + VARIABLE_OFFSET, true);
  postgres.HEAPU8.copyWithin(shown, used, used + CELL_BYTES);
  return { setting, used, shown };
}

/**
 * @param {Postgres} postgres
 * @param {Found} found
 * @param {boolean} isMoved
 */
function place(postgres, { setting, used, shown }, isMoved) {
  view(postgres).setInt32(setting + VARIABLE_OFFSET, isMoved ? shown : used, true);
}

/** @param {Postgres} postgres */
function view({ HEAPU8 }) {
  return new DataView(HEAPU8.buffer);
}
