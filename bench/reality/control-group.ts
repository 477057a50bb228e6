import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = '/sys/fs/cgroup';
const CONTROLLERS = ['cpu', 'cpuacct', 'cpuset', 'memory'] as const;
/** The default period of Linux. */
const PERIOD_US = 100_000;

/**
 * A control group of Linux, in either version. It limits the processors of a server, and counts what the server uses
 * of them.
 */
export class ControlGroup {
  private readonly files: GroupFiles;
  private readonly folders: readonly string[];

  constructor(name: string) {
    this.files = isUnified() ? unifiedFiles(name) : separateFiles(name);
    this.folders = this.files.folders;
    for (const folder of this.folders) mkdirSync(folder, { recursive: true });
    this.files.prepare();
    this.onProcessors('0-1');
    this.files.setHighWeight();
  }

  /** The text that makes a shell a member of the group, before it becomes another program. */
  get joining(): string {
    return this.folders.map((folder) => `echo $$ > ${folder}/cgroup.procs`).join(' && ');
  }

  /** Lets the members run on these processors, such as `1` or `0-1`. */
  onProcessors(processors: string): void {
    this.files.setProcessors(processors);
  }

  /** Limits the members to this many processors in each period. Null removes the limit. */
  limitTo(vcpu: number | null): void {
    this.files.setQuota(vcpu === null ? null : Math.round(vcpu * PERIOD_US));
  }

  /** The processor time that the members have used, in milliseconds. */
  usedMs(): number {
    return this.files.usedMs();
  }

  /** The memory of the members that no eviction frees, in bytes. */
  memoryBytes(): number {
    return this.files.memoryBytes();
  }

  /** The file with the numbers of all members. */
  get membersFile(): string {
    return join(this.folders[0] as string, 'cgroup.procs');
  }

  /** Removes the group. Its members must have ended. */
  remove(): void {
    for (const folder of this.folders) if (existsSync(folder)) rmdirSync(folder);
  }
}

/** Says what keeps this process from making control groups. Null if it can make them. */
export function controlGroupsProblem(): string | null {
  if (process.platform !== 'linux') return 'control groups are a feature of Linux';
  if (process.getuid?.() !== 0) return 'only root may make control groups';
  if (!isUnified() && !existsSync(join(ROOT, 'cpu', 'cpu.cfs_quota_us')))
    return `${ROOT} has no control groups that limit processors`;
  try {
    const group = new ControlGroup(`tidemark-try-${process.pid}`);
    group.limitTo(0.5);
    group.remove();
    return null;
  } catch (error) {
    return `control groups cannot be made: ${(error as Error).message}`;
  }
}

/** The files of a group, which differ between the versions of control groups. */
interface GroupFiles {
  readonly folders: readonly string[];
  prepare(): void;
  setProcessors(processors: string): void;
  setQuota(us: number | null): void;
  /** Lets the members go before most other processes, so that these disturb a measurement less, but after the driver. */
  setHighWeight(): void;
  usedMs(): number;
  memoryBytes(): number;
}

function isUnified(): boolean {
  return existsSync(join(ROOT, 'cgroup.controllers'));
}

function separateFiles(name: string): GroupFiles {
  const [cpu, cpuacct, cpuset, memory] = CONTROLLERS.map((kind) => join(ROOT, kind, name)) as [
    string,
    string,
    string,
    string,
  ];
  return {
    folders: [cpu, cpuacct, cpuset, memory],
    prepare: () =>
      writeFileSync(join(cpuset, 'cpuset.mems'), readFileSync(join(ROOT, 'cpuset', 'cpuset.mems'))),
    setProcessors: (processors) => writeFileSync(join(cpuset, 'cpuset.cpus'), processors),
    setQuota: (us) => {
      writeFileSync(join(cpu, 'cpu.cfs_period_us'), String(PERIOD_US));
      writeFileSync(join(cpu, 'cpu.cfs_quota_us'), String(us ?? -1));
    },
    setHighWeight: () => writeFileSync(join(cpu, 'cpu.shares'), '16384'),
    usedMs: () => Number(readFileSync(join(cpuacct, 'cpuacct.usage'), 'latin1')) / 1e6,
    memoryBytes: () => sumOf(join(memory, 'memory.stat'), /^total_(?:rss|shmem) (\d+)$/gm),
  };
}

function unifiedFiles(name: string): GroupFiles {
  const folder = join(ROOT, name);
  return {
    folders: [folder],
    prepare: () => writeFileSync(join(ROOT, 'cgroup.subtree_control'), '+cpu +cpuset +memory'),
    setProcessors: (processors) => writeFileSync(join(folder, 'cpuset.cpus'), processors),
    setQuota: (us) => writeFileSync(join(folder, 'cpu.max'), `${us ?? 'max'} ${PERIOD_US}`),
    setHighWeight: () => writeFileSync(join(folder, 'cpu.weight'), '1600'),
    usedMs: () =>
      Number(/usage_usec (\d+)/.exec(readFileSync(join(folder, 'cpu.stat'), 'latin1'))?.[1]) / 1e3,
    memoryBytes: () => sumOf(join(folder, 'memory.stat'), /^(?:anon|shmem) (\d+)$/gm),
  };
}

function sumOf(file: string, pattern: RegExp): number {
  const numbers = [...readFileSync(file, 'latin1').matchAll(pattern)].map(([, digits]) => Number(digits));
  return numbers.reduce((sum, one) => sum + one, 0);
}
