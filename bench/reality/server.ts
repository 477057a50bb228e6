import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { ControlGroup } from './control-group.ts';

const SETTINGS = {
  listen_addresses: '',
  max_connections: '300',
  shared_buffers: '128MB',
  // The predictions know no queries on several processors and no compilation.
  max_parallel_workers_per_gather: '0',
  jit: 'off',
};

/** A PostgreSQL server of its own, in a control group and a temporary folder. */
export class PostgresServer {
  readonly group: ControlGroup;
  readonly folder: string;
  private readonly owner: readonly [user: number, group: number];
  private child: ChildProcess | null = null;
  private removing: Promise<void> | null = null;

  constructor(name: string) {
    this.group = new ControlGroup(name);
    this.folder = mkdtempSync(join(tmpdir(), 'tidemark-reality-'));
    this.owner = [idOf('-u'), idOf('-g')];
    chownSync(this.folder, ...this.owner);
    execFileSync(
      'setpriv',
      this.asOwner(
        join(binaries(), 'initdb'),
        '-D',
        this.data,
        '-U',
        'tidemark',
        '--auth=trust',
        '--no-sync',
      ),
      { cwd: this.folder, stdio: 'pipe' },
    );
  }

  get isRunning(): boolean {
    return this.child !== null;
  }

  private get data(): string {
    return join(this.folder, 'data');
  }

  get connection(): pg.ClientConfig {
    return { host: this.folder, user: 'tidemark', database: 'postgres' };
  }

  /** Starts the server if it does not run, and returns when it accepts connections. */
  async start(): Promise<void> {
    if (this.child !== null) return;
    const settings = { ...SETTINGS, unix_socket_directories: this.folder };
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const command = this.asOwner(join(binaries(), 'postgres'), '-D', this.data, ...flags);
    // The server must not inherit the processor of the driver, which would keep it from others of its group.
    const anywhere = `exec taskset --cpu-list 0-${cpus().length - 1} setpriv "$@"`;
    const child = spawn('sh', ['-c', `${this.group.joining} && ${anywhere}`, 'sh', ...command], {
      cwd: this.folder,
      stdio: 'ignore',
    });
    this.child = child;
    for (;;) {
      try {
        await (await this.connect()).end();
        return;
      } catch (error) {
        if (child.exitCode !== null) throw new Error('PostgreSQL did not start', { cause: error });
        await setTimeout(10);
      }
    }
  }

  async connect(): Promise<pg.Client> {
    const client = new pg.Client(this.connection);
    // The server ends connections when it stops.
    client.on('error', () => {});
    await client.connect();
    return client;
  }

  /** Stops the server. Its sessions end. */
  async stop(): Promise<void> {
    const { child } = this;
    if (child === null) return;
    this.child = null;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGINT');
    await ended;
  }

  /** Stops the server and removes its group and its folder. At Ctrl-C, this is asked for twice. */
  remove(): Promise<void> {
    this.removing ??= this.removed();
    return this.removing;
  }

  private async removed(): Promise<void> {
    this.group.limitTo(null);
    await this.stop();
    this.group.remove();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private asOwner(...command: readonly string[]): string[] {
    const [user, group] = this.owner.map(String) as [string, string];
    return ['--reuid', user, '--regid', group, '--clear-groups', ...command];
  }
}

/** Says whether the binaries of a PostgreSQL server are installed. */
export function hasServerBinaries(): boolean {
  try {
    return binaries() !== '';
  } catch {
    return false;
  }
}

/** Debian keeps the binaries of each version in a folder outside the path. */
function binaries(): string {
  const versions = readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a));
  return join('/usr/lib/postgresql', versions[0] as string, 'bin');
}

function idOf(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
}
