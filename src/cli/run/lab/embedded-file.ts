import { readFileSync } from 'node:fs';
import type { EmbeddedContent, EmbeddedFile } from '../../../lab/index.ts';
import { type OpenedFile, openFile, type Reader } from '../../../library/index.ts';
import { namedFactFile, readDocument, traceMentions } from '../../../scenario/index.ts';

/** A file of the user, with the traces and the facts that it names. */
export async function embeddedFile(path: string, reader: Reader): Promise<EmbeddedFile> {
  const file = await openFile(path, reader);
  if (file.kind === 'trace') return { name: path, content: await contentOf(file), others: {} };
  const text = await file.text();
  const others: Record<string, EmbeddedContent> = {};
  const document = readDocument(text, path);
  const facts = namedFactFile(document);
  if (facts !== null) others[facts] = await contentOf(await openFile(reader.beside(path, facts), reader));
  for (const { reference } of traceMentions(document))
    others[reference.file] = await contentOf(await openFile(reader.beside(path, reference.file), reader));
  return { name: path, content: { text }, others };
}

async function contentOf({ source }: OpenedFile): Promise<EmbeddedContent> {
  const pieces: Uint8Array[] = [];
  for await (const piece of source.pieces()) pieces.push(piece);
  return { base64: Buffer.concat(pieces).toString('base64') };
}

/** A scenario that is shipped with the program. */
export function shippedFile(name: string): EmbeddedFile {
  return { name, content: { text: readFileSync(new URL(name, SHIPPED), 'utf8') }, others: {} };
}

/** Works from the built command and from its sources. */
const SHIPPED = new URL('../../../../', import.meta.url);
