// Compares a scenario before and after a change. Fails if the change breaks a limit or an objective.
//   node gate.mjs main:scenario.yaml scenario.yaml cost=+10%
// A scenario is a file, or a file of a Git revision, such as main:scenario.yaml.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { compare } from 'tidemark';

const [before, after, ...limits] = process.argv.slice(2);
if (before === undefined || after === undefined) {
  console.error('usage: node gate.mjs BEFORE AFTER [LIMIT...]');
  process.exit(2);
}

const { passed, newlyBroken, figures } = await compare(sourceOf(before), sourceOf(after), {
  failAbove: limits.length > 0 ? limits : ['cost=+10%'],
});
for (const { figure, a, b, verdict } of figures)
  if (verdict === 'better' || verdict === 'worse') console.log(`${verdict}: ${figure} ${a} -> ${b}`);

const reasons = [
  ...passed,
  ...newlyBroken.map((objective) => `the change breaks the objective ${objective}`),
];
for (const reason of reasons) console.error(`failed: ${reason}`);
process.exitCode = reasons.length > 0 ? 1 : 0;

function sourceOf(name) {
  if (existsSync(name)) return name;
  return { name, bytes: execFileSync('git', ['show', name]) };
}
