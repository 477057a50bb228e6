import { ByteWriter, type ColumnSource, ParquetWriter, type SchemaElement } from 'hyparquet-writer';

/** Writes a Parquet file row group by row group, so that only one group is in memory. */
export class ParquetPieces {
  readonly #bytes = new ByteWriter();
  readonly #writer: ParquetWriter;

  constructor(columns: readonly SchemaElement[], metadata: readonly { key: string; value: string }[] = []) {
    this.#writer = new ParquetWriter({
      writer: this.#bytes,
      schema: [{ name: 'root', num_children: columns.length }, ...columns],
      kvMetadata: [...metadata],
      createdBy: 'tidemark',
    });
  }

  /** Returns the bytes of the next row group. */
  group(columnData: ColumnSource[], rows: number): Uint8Array {
    this.#writer.write({ columnData, rowGroupSize: rows });
    return this.#taken();
  }

  /** Returns the last bytes of the file. */
  end(): Uint8Array {
    this.#writer.finish();
    return this.#taken();
  }

  /** The bytes written since the last call. */
  #taken(): Uint8Array {
    const bytes = this.#bytes.getBytes().slice();
    this.#bytes.index = 0;
    return bytes;
  }
}
