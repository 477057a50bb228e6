import type { NewFile } from '../../files/output-files.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** The files of a report, by name. */
export type Files = ReadonlyMap<string, string | Uint8Array>;

/** Writes files into a folder. They appear when all of them are written. If one cannot be written, none appears. */
export function writeFolder(folder: string, files: Files, terminal: Terminal): void {
  terminal.makeFolder(folder);
  const begun: NewFile[] = [];
  try {
    for (const [name, content] of files) {
      const file = terminal.create(`${folder}/${name}`);
      begun.push(file);
      file.write(content);
    }
    for (const file of begun) file.commit();
  } catch (error) {
    for (const file of begun) file.discard();
    throw error;
  }
}
