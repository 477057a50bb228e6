import { problem } from '../../../problem/index.ts';
import { fileJsonSchema, type WrittenFile } from '../../../scenario/index.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { type NewAppOptions, newApp } from './new-app.ts';
import { templateText } from './template.ts';

export interface InitOptions extends NewAppOptions {
  readonly force?: boolean;
  readonly schema?: WrittenFile;
}

export async function runInit(file: string, options: InitOptions, terminal: Terminal): Promise<void> {
  if (options.schema !== undefined) {
    terminal.out(`${JSON.stringify(fileJsonSchema(options.schema), null, 2)}\n`);
    return;
  }
  if (file !== '-') terminal.checkFile(file);
  if (!options.force && terminal.exists(file)) {
    throw problem({ file }, 'the file exists already', 'name another, or add --force');
  }
  const schemaPath = terminal.pathFrom(
    file,
    new URL('../../../../docs/scenario.schema.json', import.meta.url),
  );
  const app = await newApp(file, options, schemaPath, terminal);
  const text = app?.text ?? (await templateText(options, schemaPath, terminal));
  if (file === '-') {
    terminal.out(text);
    return;
  }
  const written = terminal.create(file);
  written.write(text);
  written.commit();
  terminal.err(`${file} is written. Next: ${app?.next ?? `tidemark simulate ${file}`}\n`);
}
