import { refuseUnmeasured } from '../../../advisor/index.ts';
import { factSet } from '../../../facts/index.ts';
import { type Problem, ProblemError } from '../../../problem/index.ts';
import type { DoctorAnswer, DoctorMember } from '../../../report/index.ts';
import {
  type Document,
  isBill,
  isPortfolio,
  readBill,
  readDocument,
  readPortfolio,
  readPrices,
  readSamples,
} from '../../../scenario/index.ts';
import { quoted } from '../../../trace/index.ts';
import { nameOf, openSource, wholeText } from '../../input.ts';
import { withArguments } from '../../suggested-command.ts';
import type { Terminal } from '../../terminal.ts';
import { databasesOf } from '../list/databases.ts';
import { overridesOf } from '../overrides.ts';
import { readScenarioFile } from '../scenario-file.ts';
import { isUsable } from './attempt.ts';
import { shortAnswer } from './short-answer.ts';

/** Names a document of tidemark's own: a scenario, or a file that stands beside one. */
export async function documentAnswer(file: string, terminal: Terminal): Promise<DoctorAnswer> {
  const found: { text?: string; document?: Document } = {};
  const unread = await problemsIn(async () => {
    found.text = await wholeText(openSource(file, terminal), file);
    found.document = readDocument(found.text, nameOf(file));
  });
  const { text, document } = found;
  if (text === undefined || document === undefined)
    return shortAnswer(file, 'text that cannot be read', unread);
  if (isPortfolio(document)) return listAnswer(file, document, terminal);
  if (isBill(document)) return billAnswer(file, document);
  if (has(document, 'computePerCuHour')) return pricesAnswer(file, document);
  if (has(document, 'settings'))
    return shortAnswer(file, 'a history of settings', [], { advice: beside(file, HISTORY) });
  if (isMetrics(document)) return metricsAnswer(file, document);
  return scenarioAnswer(file, document, text, terminal);
}

async function listAnswer(file: string, document: Document, terminal: Terminal): Promise<DoctorAnswer> {
  const problems = await problemsIn(() => readPortfolio(document));
  if (problems.length > 0) return shortAnswer(file, 'a list of databases', problems);
  const items = (await databasesOf(file, { map: [], format: 'text' }, terminal)) ?? [];
  const members: DoctorMember[] = [];
  for (const { name, project, file: own, member, load } of items) {
    const problems = await problemsIn(async () => {
      const { simulation } = (await load()).read({});
      refuseUnmeasured(simulation, own);
    });
    const suggestion = problems[0]?.suggestions?.find(isUsable);
    members.push({
      name: project === null ? name : `${project}/${name}`,
      what: own,
      problems: problems.map((problem) => ({ problem, assumed: null })),
      next:
        suggestion === undefined || member === null
          ? null
          : commandOf(['plan', member, ...withArguments([], suggestion.args)]),
    });
  }
  const isAny = members.some(({ problems }) => problems.length === 0);
  return shortAnswer(file, `a list of ${items.length} databases`, [], {
    members,
    ...(isAny ? { next: nextOf(file, ['plan', file]) } : { advice: 'None of its databases can be planned.' }),
  });
}

async function billAnswer(file: string, document: Document): Promise<DoctorAnswer> {
  const problems = await problemsIn(() => readBill(document));
  return shortAnswer(file, 'a bill', problems, {
    advice: beside(file, 'check TRACE --current "0.25-2, 5m" --actual'),
  });
}

const HISTORY = 'check TRACE --bill 2026-03=41.20 --settings-history';

/** The advice on a file that a command reads only beside another one. */
function beside(file: string, command: string): string {
  return `It stands beside a trace or a scenario: tidemark ${command} ${quoted(nameOf(file))}`;
}

async function pricesAnswer(file: string, document: Document): Promise<DoctorAnswer> {
  const problems = await problemsIn(() => readPrices(document, factSet('spec').prices.value));
  return shortAnswer(file, 'a price list', problems, {
    next:
      problems.length > 0 ? null : nextOf(file, ['sizes', '--min', '0.25', '--max', '2', '--prices', file]),
  });
}

async function metricsAnswer(file: string, document: Document): Promise<DoctorAnswer> {
  const problems = await problemsIn(() => readSamples(document));
  return shortAnswer(file, 'metrics as the autoscaler sees them', problems, {
    next: problems.length > 0 ? null : nextOf(file, ['explain', file, '--min', '0.25', '--max', '2']),
  });
}

async function scenarioAnswer(
  file: string,
  { value }: Document,
  text: string,
  terminal: Terminal,
): Promise<DoctorAnswer> {
  let computes = 0;
  const problems = await problemsIn(async () => {
    const { simulation } = await readScenarioFile(file, text, overridesOf({}, terminal), terminal);
    computes = simulation.computes.length;
  });
  const what =
    typeof value === 'object' ? 'a scenario, or meant to be one' : 'text, and neither a trace nor a scenario';
  if (problems.length > 0) return shortAnswer(file, what, problems);
  return shortAnswer(file, computes === 1 ? 'a scenario' : `a scenario of ${computes} computes`, [], {
    next: nextOf(file, [computes === 1 ? 'plan' : 'simulate', file]),
  });
}

/** Everything that is wrong, as far as it is known. */
async function problemsIn(look: () => unknown): Promise<readonly Problem[]> {
  try {
    await look();
    return [];
  } catch (error) {
    if (error instanceof ProblemError) return error.problems;
    throw error;
  }
}

function has({ value }: Document, field: string): boolean {
  return typeof value === 'object' && value !== null && field in value;
}

function isMetrics({ value }: Document): boolean {
  const [first] = Array.isArray(value) ? value : [];
  return ['load1', 'load5', 'memoryUsageBytes', 'workingSetPages'].some((field) =>
    has({ value: first } as Document, field),
  );
}

const nextOf = (file: string, words: readonly string[]) => (file === '-' ? null : commandOf(words));
const commandOf = (words: readonly string[]) => ['tidemark', ...words].map(quoted).join(' ');
