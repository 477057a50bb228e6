import type { DecodedArray, FileMetaData, ParquetScan, SchemaElement } from 'hyparquet';
import { MIB } from '../../facts/index.ts';
import { ProblemError, problem } from '../../problem/index.ts';
import { PAGE_DECOMPRESSORS } from '../gzip/gunzip.ts';
import { joined } from '../reading/bytes.ts';
import type { ByteSource, Parts } from '../reading/source.ts';
import { sourceOf } from '../reading/source.ts';

/** An open Parquet file. Its index has been read; columns are decoded on request. */
export interface ParquetFile {
  readonly metadata: FileMetaData;
  /** Columns with one value per row, in order. */
  readonly columns: readonly SchemaElement[];
  /** Columns of lists and groups. */
  readonly nested: readonly string[];
  /** The rows of each row group. */
  readonly groups: ParquetScan['ranges'];
  /** Values as they are stored: times, dates and decimals as integers, texts as bytes. */
  read(column: string, rows: ParquetScan['ranges'][number]): Promise<DecodedArray>;
}

/** @param file the name in problems */
export async function openParquet(source: ByteSource, file: string): Promise<ParquetFile> {
  const parts = await partsOf(source, file);
  if (parts.length < LEAST_BYTES) throw truncated(file);
  // Loaded only for Parquet, because most traces have other formats.
  const [{ parquetMetadataAsync, parquetScan }, { compressors }] = await Promise.all([
    import('hyparquet'),
    import('hyparquet-compressors'),
  ]);
  return guarded(file, async () => {
    const bytes = {
      byteLength: parts.length,
      slice: async (from: number, to = parts.length) => wholeBuffer(await parts.read(from, to)),
    };
    const metadata = await parquetMetadataAsync(bytes, { geoparquet: false });
    const scan = await parquetScan({
      file: bytes,
      metadata: { ...metadata, schema: metadata.schema.map(asStored) },
      compressors: { ...compressors, ...PAGE_DECOMPRESSORS },
      // The library parses the 96-bit times of old files; this keeps their integers.
      parsers: { timestampFromNanoseconds: (nanos: bigint) => nanos as unknown as Date },
      utf8: false,
    });
    const large = scan.ranges.find(({ rowStart, rowEnd }) => rowEnd - rowStart > MOST_GROUP_ROWS);
    if (large !== undefined)
      throw problem(
        { file },
        `a row group of the Parquet file has ${large.rowEnd - large.rowStart} rows, or claims to`,
        'rewrite it with row groups of a million rows',
      );
    const { flat, nested } = topOf(metadata.schema);
    return {
      metadata,
      columns: flat,
      nested,
      groups: scan.ranges,
      read: (column, rows) =>
        guarded(file, async () => {
          const data = await scan.readColumn({ column, ...rows });
          // Otherwise a consumer of the rows might not notice, or loop forever.
          if (data.length !== rows.rowEnd - rows.rowStart)
            throw new Error(`column "${column}" has too few rows`);
          return data;
        }),
    };
  });
}

/**
 * All columns of a row group are in memory together. With a time and a number, this many rows take half a GB, and four
 * times as many take two. A few bytes of a file can claim any number of rows.
 */
const MOST_GROUP_ROWS = 1 << 22;

/** A Parquet file from a pipe or in gzip has to fit in memory. */
const MOST_GATHERED_BYTES = 512 * MIB;

/** The marks at both ends and the length of the index. */
const LEAST_BYTES = 12;

function truncated(file: string): ProblemError {
  return problem({ file }, 'the Parquet file is truncated', 'copy the whole file again');
}

/** The index is at the end of the file, so a source without random access is read into memory first. */
async function partsOf(source: ByteSource, file: string): Promise<Parts> {
  if (source.parts !== null) {
    // Closes what was opened for the first bytes, because nobody reads on.
    for await (const _ of source.pieces()) break;
    return source.parts;
  }
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of source.pieces()) {
    size += piece.length;
    if (size > MOST_GATHERED_BYTES)
      throw problem(
        { file },
        `Parquet from a pipe or in gzip has more than ${MOST_GATHERED_BYTES / MIB} MiB`,
        'give an unpacked Parquet file by its name',
      );
    pieces.push(piece);
  }
  return sourceOf(joined(pieces)).parts as Parts;
}

function wholeBuffer(bytes: Uint8Array): ArrayBuffer {
  return bytes.byteLength === bytes.buffer.byteLength
    ? (bytes.buffer as ArrayBuffer)
    : (bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer);
}

/** Turns every error of the library into a problem with the file. */
async function guarded<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    const said = error instanceof Error ? error.message : String(error);
    if (said.includes('footer != PAR1')) throw truncated(file);
    if (/unsupported|not supported/.test(said))
      throw problem(
        { file },
        `the Parquet file uses an unsupported feature: ${said}`,
        'write it with other settings, or as CSV',
      );
    throw problem({ file }, `the Parquet file is damaged: ${said}`, 'copy or write it again');
  }
}

const CONVERTED_TYPES = /^(DATE|TIME|TIMESTAMP|DECIMAL|UTF8|STRING|ENUM|JSON|BSON|INTERVAL|GEO)/;

/**
 * Removes logical types. The library would otherwise create an object per time, unused strings and inexact decimals.
 */
function asStored(element: SchemaElement): SchemaElement {
  const { converted_type, logical_type, ...stored } = element;
  const isConverted = [converted_type, logical_type?.type].some(
    (made) => made !== undefined && CONVERTED_TYPES.test(made),
  );
  return isConverted ? stored : element;
}

/** A schema is a flat list of its tree, with children after their parent. */
function topOf(schema: readonly SchemaElement[]): {
  readonly flat: SchemaElement[];
  readonly nested: string[];
} {
  const flat: SchemaElement[] = [];
  const nested: string[] = [];
  let at = 1;
  const skip = (): void => {
    const children = schema[at++]?.num_children ?? 0;
    for (let child = 0; child < children; child++) skip();
  };
  while (at < schema.length) {
    const element = schema[at] as SchemaElement;
    if ((element.num_children ?? 0) > 0 || element.repetition_type === 'REPEATED') nested.push(element.name);
    else flat.push(element);
    skip();
  }
  return { flat, nested };
}
