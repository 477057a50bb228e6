import { DEFAULT_FACT_SET, factSet } from '../../facts/index.ts';
import { type Problem, ProblemError } from '../../problem/index.ts';
import type { DoctorAnswer, DoctorMember } from '../../report/index.ts';
import {
  type Document,
  isBill,
  isPortfolio,
  readBill,
  readPortfolio,
  readPrices,
  readSamples,
} from '../../scenario/index.ts';
import { refuseUnmeasured } from '../one-compute.ts';
import type { DocumentReading } from './examined.ts';
import { shortAnswer } from './short-answer.ts';

/** Recognises a document of tidemark's own: a scenario, or a file that accompanies one. */
export async function documentAnswer(name: string, reading: DocumentReading): Promise<DoctorAnswer> {
  let document: Document;
  try {
    document = await reading.document();
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return shortAnswer(name, 'text that cannot be read', error.problems);
  }
  if (isPortfolio(document)) return listAnswer(name, document, reading);
  if (isBill(document)) {
    const problems = await problemsIn(() => readBill(document));
    return shortAnswer(name, 'a bill', problems, {
      advice: companionAdvice(reading.companionCommand('bill')),
    });
  }
  if (hasField(document, 'computePerCuHour')) {
    const problems = await problemsIn(() => readPrices(document, factSet(DEFAULT_FACT_SET).prices.value));
    return shortAnswer(name, 'a price list', problems, nextUnless(problems, reading, 'sizes'));
  }
  if (hasField(document, 'configurations'))
    return shortAnswer(name, 'a history of configurations', [], {
      advice: companionAdvice(reading.companionCommand('history')),
    });
  if (isMetrics(document)) {
    const problems = await problemsIn(() => readSamples(document));
    const what = 'metrics as the autoscaler sees them';
    return shortAnswer(name, what, problems, nextUnless(problems, reading, 'explain'));
  }
  return scenarioAnswer(name, document, reading);
}

async function listAnswer(name: string, document: Document, reading: DocumentReading): Promise<DoctorAnswer> {
  const wrong = await problemsIn(() => readPortfolio(document));
  if (wrong.length > 0) return shortAnswer(name, 'a list of databases', wrong);
  const databases = await reading.databases();
  const members: DoctorMember[] = [];
  for (const { name: own, project, file, load, planWith } of databases) {
    const problems = await problemsIn(async () => {
      const { simulation } = (await load()).read({});
      refuseUnmeasured(simulation, file);
    });
    members.push({
      name: project === null ? own : `${project}/${own}`,
      what: file,
      problems: problems.map((problem) => ({ problem, assumed: null })),
      next: planWith(problems[0]?.suggestions ?? []),
    });
  }
  const isAny = members.some(({ problems }) => problems.length === 0);
  return shortAnswer(name, `a list of ${databases.length} databases`, [], {
    members,
    ...(isAny ? { next: reading.next('plan') } : { advice: 'None of its databases can be planned.' }),
  });
}

/** The advice on a file that commands read only together with another one. */
function companionAdvice(command: string): string {
  return `A command reads it together with a trace or a scenario: ${command}`;
}

function nextUnless(
  problems: readonly Problem[],
  reading: DocumentReading,
  question: 'sizes' | 'explain',
): Pick<DoctorAnswer, 'next'> {
  return { next: problems.length > 0 ? null : reading.next(question) };
}

async function scenarioAnswer(
  name: string,
  { value }: Document,
  reading: DocumentReading,
): Promise<DoctorAnswer> {
  let computes = 0;
  const problems = await problemsIn(async () => {
    computes = (await reading.scenario()).simulation.computes.length;
  });
  const what =
    typeof value === 'object' ? 'a scenario, or meant to be one' : 'text, and neither a trace nor a scenario';
  if (problems.length > 0) return shortAnswer(name, what, problems);
  return shortAnswer(name, computes === 1 ? 'a scenario' : `a scenario of ${computes} computes`, [], {
    next: reading.next(computes === 1 ? 'plan' : 'simulate'),
  });
}

/** Returns all problems that are found. */
async function problemsIn(look: () => unknown): Promise<readonly Problem[]> {
  try {
    await look();
    return [];
  } catch (error) {
    if (error instanceof ProblemError) return error.problems;
    throw error;
  }
}

function hasField({ value }: Document, field: string): boolean {
  return typeof value === 'object' && value !== null && field in value;
}

function isMetrics({ value }: Document): boolean {
  const [first] = Array.isArray(value) ? value : [];
  return ['load1', 'load5', 'memoryUsageBytes', 'workingSetPages'].some((field) =>
    hasField({ value: first } as Document, field),
  );
}
