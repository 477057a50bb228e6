// Runs steps in lanes that run side by side, so that steps that wait leave the processors to steps that compute.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** After this long, a step that was asked to end is killed. */
const GRACE_MS = 15_000;

/** Adds the times that bash has kept of its children, and keeps the exit code. */
const TIMED = 'trap : TERM; bash -euo pipefail -c "$1"; code=$?; times >"$2"; exit $code';

const folder = mkdtempSync(join(tmpdir(), 'tidemark-ci-'));
const took = [];
const running = new Set();
const ending = new Map();
let started = 0;
let failure = null;

/**
 * Runs phases one after another. A phase is a list of lanes, and a lane is a list of steps: a name and a command of bash.
 * The output of a step is printed as a whole when the step ends. The first step that fails ends the others. Each step has
 * the folder `CI_FOLDER` for what later steps need. Returns the exit code.
 */
export async function runPhases(phases) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => fail(`stopped by ${signal}`));
  const startMs = performance.now();
  try {
    for (const lanes of phases) await Promise.all(lanes.map(runLane));
  } finally {
    printTimes(performance.now() - startMs);
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(failure === null ? '\n== all green' : `\n== failed: ${failure}`);
  return failure === null ? 0 : 1;
}

async function runLane(steps) {
  for (const [name, command] of steps) if (failure === null) await runStep(name, command);
}

async function runStep(name, command) {
  const path = join(folder, `step-${++started}`);
  const output = openSync(`${path}.log`, 'w');
  const startMs = performance.now();
  // A process group of its own, so that the step ends with all processes that it started.
  const child = spawn('bash', ['-c', TIMED, 'step', command, `${path}.times`], {
    detached: true,
    stdio: ['ignore', output, output],
    env: { ...process.env, CI_FOLDER: folder },
  });
  closeSync(output);
  running.add(child);
  const [code, signal] = await once(child, 'exit');
  await endGroup(child.pid);
  running.delete(child);
  const isEnded = failure !== null;
  const result =
    code === 0 ? '' : isEnded ? ' (ended, because another step failed)' : ` (failed: ${code ?? signal})`;
  took.push({
    name: `${name}${result}`,
    ms: performance.now() - startMs,
    processorMs: processorMs(`${path}.times`),
  });
  process.stdout.write(`\n== ${name}${result}\n${readFileSync(`${path}.log`, 'utf8')}`);
  if (code !== 0 && !isEnded) fail(name);
}

/** Ends all steps. */
function fail(why) {
  failure ??= why;
  for (const { pid } of running) endGroup(pid);
}

/** Ends the processes that a step has started. A second signal would end them while they stop their servers. */
function endGroup(pid) {
  if (!ending.has(pid)) ending.set(pid, signalUntilGone(pid));
  return ending.get(pid);
}

async function signalUntilGone(pid) {
  for (const [signal, ms] of [
    ['SIGTERM', GRACE_MS],
    ['SIGKILL', 1000],
  ]) {
    if (!signalGroup(pid, signal)) return;
    for (let waitedMs = 0; waitedMs < ms && signalGroup(pid, 0); waitedMs += 100) await setTimeout(100);
  }
}

/** Returns whether the group has a process. */
function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
    return true;
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
    return false;
  }
}

/** The processor time of a step and of its children, from the two lines of the shell's `times`. */
function processorMs(path) {
  if (!existsSync(path)) return 0;
  const times = readFileSync(path, 'utf8').matchAll(/(\d+)m([\d.]+)s/g);
  return [...times].reduce((sum, [, minutes, seconds]) => sum + 60_000 * minutes + 1000 * seconds, 0);
}

function printTimes(wholeMs) {
  const row = (ms, processor, name) => `${ms.padStart(7)} ${processor.padStart(10)}  ${name}`;
  const seconds = (ms) => (ms / 1000).toFixed(0);
  const rows = took.map(({ name, ms, processorMs }) => row(seconds(ms), seconds(processorMs), name));
  const processorSum = took.reduce((sum, { processorMs }) => sum + processorMs, 0);
  const last = row(seconds(wholeMs), seconds(processorSum), 'in all, side by side');
  console.log(['\n== seconds of each step', row('seconds', 'processor', 'step'), ...rows, last].join('\n'));
}
