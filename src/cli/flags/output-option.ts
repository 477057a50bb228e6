import { type Command, Option } from 'commander';
import { isDatabaseAddress } from '../../library/index.ts';
import type { OutputFiles } from '../files/output-files.ts';

/** An option with the path of an output. */
export class OutputOption extends Option {
  readonly check: (path: string, files: OutputFiles) => void;

  private constructor(flags: string, description: string, check: OutputOption['check']) {
    super(flags, description);
    this.check = check;
  }

  static file(flags: string, description: string): OutputOption {
    return new OutputOption(flags, description, (path, files) => files.checkFile(path));
  }

  /** @param names files that the folder will hold, if they are known beforehand */
  static folder(flags: string, description: string, names: readonly string[] = []): OutputOption {
    return new OutputOption(flags, description, (path, files) => files.checkFolder(path, names));
  }

  static folderOrDatabase(flags: string, description: string): OutputOption {
    return new OutputOption(flags, description, (place, files) => {
      if (!isDatabaseAddress(place)) files.checkFolder(place, []);
    });
  }

  /** - is standard output. A path that ends with a slash is a folder, if the command can write into one. */
  static fileOrStandardOutput(flags: string, description: string): OutputOption {
    return new OutputOption(flags, description, (path, files) => {
      if (path.endsWith('/')) files.checkFolder(path, []);
      else if (path !== '-') files.checkFile(path);
    });
  }
}

/** Checks that outputs can be written before the command starts, because it may run for an hour. */
export function checkOutputs(command: Command, files: OutputFiles): void {
  for (const option of command.options) {
    if (!(option instanceof OutputOption)) continue;
    const path: unknown = command.getOptionValue(option.attributeName());
    if (typeof path === 'string') option.check(path, files);
  }
}
