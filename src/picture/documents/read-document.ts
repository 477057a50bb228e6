import type { z } from 'zod';
import { nearestWord, problem } from '../../problem/index.ts';
import { type CheckDocument, checkSchema } from './check.ts';
import { type ComparisonDocument, comparisonSchema } from './comparison.ts';
import { type IncidentDocument, incidentSchema } from './incident.ts';
import { type PlanDocument, planSchema } from './plan.ts';
import { type PoliciesDocument, policiesSchema } from './policies.ts';
import { type PortfolioDocument, portfolioSchema } from './portfolio.ts';
import { type SimulationDocument, simulationSchema } from './simulation.ts';

/** A result that has charts, by the kind of its question. */
export type ResultDocument =
  | { readonly kind: 'simulation'; readonly result: SimulationDocument }
  | { readonly kind: 'plan'; readonly result: PlanDocument }
  | { readonly kind: 'comparison'; readonly result: ComparisonDocument }
  | { readonly kind: 'policies'; readonly result: PoliciesDocument }
  | { readonly kind: 'check'; readonly result: CheckDocument }
  | { readonly kind: 'incident'; readonly result: IncidentDocument }
  | { readonly kind: 'portfolio-plan'; readonly result: PortfolioDocument };

type Kind = ResultDocument['kind'];

const KINDS: Readonly<Record<Kind, { version: number; schema: z.ZodType; command: string }>> = {
  simulation: { version: 4, schema: simulationSchema, command: 'simulate' },
  plan: { version: 3, schema: planSchema, command: 'plan' },
  comparison: { version: 2, schema: comparisonSchema, command: 'compare' },
  policies: { version: 2, schema: policiesSchema, command: 'policies' },
  check: { version: 3, schema: checkSchema, command: 'check' },
  incident: { version: 2, schema: incidentSchema, command: 'incident' },
  'portfolio-plan': { version: 3, schema: portfolioSchema, command: 'plan' },
};

const PREFIX = 'tidemark/';

/** Whether a value has the schema of a printed result. A scenario has no such field. */
export function isDocument(value: unknown): value is { readonly schema: string; readonly version?: unknown } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'schema' in value &&
    typeof value.schema === 'string' &&
    value.schema.startsWith(PREFIX)
  );
}

/** Reads the fields that charts need. Throws a problem if the document has no charts or another version. */
export function readResultDocument(
  value: { readonly schema: string; readonly version?: unknown },
  file: string,
): ResultDocument {
  const kind = value.schema.slice(PREFIX.length);
  if (!isKind(kind)) throw unknownKind(kind, file);
  const { version, schema, command } = KINDS[kind];
  if (value.version !== version) {
    const isNewer = typeof value.version === 'number' && value.version > version;
    throw problem(
      { file, field: 'version' },
      `found ${JSON.stringify(value.version) ?? 'nothing'}, and this tidemark reads version ${version} of ${value.schema}`,
      isNewer ? 'use the tidemark that made it' : `create it again with tidemark ${command} --json`,
    );
  }
  const read = schema.safeParse(value);
  if (read.success) return { kind, result: read.data } as ResultDocument;
  const [{ path, message }] = read.error.issues as [z.core.$ZodIssue];
  throw problem(
    { file, field: path.join('.') },
    `${message.replace(/^Invalid input: /, '')}, as no ${value.schema} has it`,
    `create it again with tidemark ${command} --json`,
  );
}

function isKind(kind: string): kind is Kind {
  return Object.hasOwn(KINDS, kind);
}

function unknownKind(kind: string, file: string) {
  const kinds = Object.keys(KINDS);
  const meant = nearestWord(kind, kinds);
  return problem(
    { file, field: 'schema' },
    `found "${PREFIX}${kind}", which has no pictures`,
    meant === undefined
      ? `name a result of ${kinds.map((one) => PREFIX + one).join(', ')}`
      : `did you mean ${PREFIX}${meant}?`,
  );
}
