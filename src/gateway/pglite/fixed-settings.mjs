// @ts-check

/**
 * Settings of PostgreSQL that follow from the compute, so that no session changes them.
 *
 * PostgreSQL keeps each setting in a variable, and knows from its table of settings where that is. `transaction_read_only`
 * and `default_transaction_read_only` get another place there: whatever SQL sets is kept in the new one, while PostgreSQL
 * begins each transaction by the old one, which only this file writes. `max_connections` gets a place of its own as well,
 * for PostgreSQL would size its memory by the old one.
 *
 * The offsets are those of `config_generic` in PostgreSQL 18 for a machine of 32 bits; a test opens the one that PGlite has.
 *
 * @typedef {import('@electric-sql/pglite').PGlite['Module']} Postgres
 */
export class FixedSettings {
  /** @param {Postgres} postgres */
  constructor(postgres) {
    this.postgres = postgres;
    this.readOnly = moved(postgres, 'default_transaction_read_only');
    moved(postgres, 'transaction_read_only');
    this.maxConnections = moved(postgres, 'max_connections');
  }

  /** @param {import('./worker-messages.ts').ComputeState} compute */
  become({ readOnly, maxConnections }) {
    this.postgres.HEAPU8[this.readOnly.used] = Number(readOnly);
    view(this.postgres).setInt32(this.maxConnections.shown, maxConnections, true);
  }
}

const VARTYPE_OFFSET = 24;
const VARIABLE_OFFSET = 92;
const CELL_BYTES = 4;
const DEBUG_LEVEL = 12;

/**
 * Gives a setting another place. `used` is what PostgreSQL reads, `shown` is what SQL reads and writes.
 *
 * @param {Postgres} postgres
 * @param {string} name
 */
function moved(postgres, name) {
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
  memory.setInt32(setting + VARIABLE_OFFSET, shown, true);
  return { used, shown };
}

/** @param {Postgres} postgres */
function view({ HEAPU8 }) {
  return new DataView(HEAPU8.buffer);
}
