import { type Command, Option } from 'commander';
import type { OutputFiles } from '../files/output-files.ts';

/** An option that says where to write to. */
export class OutputOption extends Option {
  readonly check: (path: string, files: OutputFiles) => void;

  private constructor(flags: string, description: string, check: OutputOption['check']) {
    super(flags, description);
    this.check = check;
  }

  static file(flags: string, description: string): OutputOption {
    return new OutputOption(flags, description, (path, files) => files.checkFile(path));
  }

  /** @param names files that the folder is going to hold, as far as they are known beforehand */
  static folder(flags: string, description: string, names: readonly string[] = []): OutputOption {
    return new OutputOption(flags, description, (path, files) => files.checkFolder(path, names));
  }

  /** - is standard output. A path that ends with a slash is a folder, if the command takes one. */
  static fileOrStandardOutput(flags: string, description: string): OutputOption {
    return new OutputOption(flags, description, (path, files) => {
      if (path.endsWith('/')) files.checkFolder(path, []);
      else if (path !== '-') files.checkFile(path);
    });
  }
}

/** Refuses outputs that cannot be written before the command begins: its work may take an hour. */
export function checkOutputs(command: Command, files: OutputFiles): void {
  for (const option of command.options) {
    if (!(option instanceof OutputOption)) continue;
    const path: unknown = command.getOptionValue(option.attributeName());
    if (typeof path === 'string') option.check(path, files);
  }
}
