import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { SHORT_LIVED } from '../../cli/served.ts';

/** Another process, of what has been built, that makes a table in a branch, commits a row and begins another one. */
export function startChild(folder: string, branchId: string) {
  const built = (path: string) =>
    JSON.stringify(new URL(`../../../dist/gateway/${path}`, import.meta.url).href);
  const code = `
    import { openPgliteBackend } from ${built('pglite/pglite-backend.js')};
    const backend = await openPgliteBackend({ folder: ${JSON.stringify(folder)} });
    const place = { branchId: ${JSON.stringify(branchId)}, database: 'neondb', owner: 'ann' };
    const link = await backend.open({
      place, role: 'ann', roles: [], parameters: new Map(), settings: new Map(), readOnly: false, maxConnections: 112, temporaryBytes: 1e9,
    });
    const send = (text) => {
      const body = Buffer.from(text + '\\0');
      const head = Buffer.from([0x51, 0, 0, 0, 0]);
      head.writeInt32BE(4 + body.length, 1);
      link.send(Buffer.concat([head, body]));
    };
    link.listen({ data: (bytes) => {
      const answer = Buffer.from(bytes).toString();
      if (answer.includes('ROLLBACK')) send('BEGIN; INSERT INTO killed VALUES (2)');
      if (answer.includes('BEGIN')) console.log('committed');
    } });
    send('CREATE TABLE killed (n int); INSERT INTO killed VALUES (1)');
    send('ROLLBACK');
    setInterval(() => {}, 1000);
  `;
  const child = spawn(process.execPath, [...SHORT_LIVED, '--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  child.stdout.setEncoding('utf8').on('data', (text: string) => lines.push(...text.split('\n')));
  return {
    printed: (enough: (lines: readonly string[]) => boolean) => printed(child, lines, enough),
    async kill() {
      const gone = once(child, 'close');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

async function printed(
  child: ChildProcess,
  lines: readonly string[],
  enough: (lines: readonly string[]) => boolean,
): Promise<void> {
  while (!enough(lines)) {
    if (child.exitCode !== null) throw new Error(`the child ended with ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
