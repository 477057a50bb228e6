import { tidemark } from '../../src/cli/tidemark.ts';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command line in this process, on files that exist only here. */
export async function run(
  args: readonly string[],
  files: Readonly<Record<string, string | Uint8Array>> = {},
): Promise<Ran> {
  let out = '';
  let err = '';
  const code = await tidemark(args, {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    read: (path) => {
      const content = files[path];
      if (content === undefined) throw Object.assign(new Error('no such file'), { code: 'ENOENT' });
      return typeof content === 'string' ? new TextEncoder().encode(content) : content;
    },
  });
  return { code, out, err };
}
