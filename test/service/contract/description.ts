import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parse } from 'yaml';
import { finder } from './finder.ts';
import type { OpenApiSchema } from './json-schema.ts';

/** One operation of the public description; paths are relative to /api/v2. */
export interface Operation {
  readonly method: string;
  /** The template, as `/projects/{project_id}`. */
  readonly path: string;
  readonly operationId: string;
  /** By status, or `default`. */
  readonly answers: Readonly<Record<string, Answer>>;
}

/** Media types and their schemas; without any, the answer has no body. */
export interface Answer {
  readonly content?: Readonly<Record<string, { readonly schema: OpenApiSchema }>>;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

interface Written {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, Answer & { readonly $ref?: string }>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Partial<Record<(typeof METHODS)[number], Written>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, OpenApiSchema>>;
    readonly responses: Readonly<Record<string, Answer>>;
  };
}

const file = createRequire(import.meta.url).resolve('@neondatabase/api-client/public-v2-for-users.gen.yaml');
const document = parse(readFileSync(file, 'utf8'), { maxAliasCount: -1 }) as Document;

/** All named schemas of the description. */
export const SCHEMAS = document.components.schemas;

/** All operations, in the order of the description. */
export const OPERATIONS: readonly Operation[] = Object.entries(document.paths).flatMap(([path, item]) =>
  METHODS.flatMap((method) => {
    const written = item[method];
    if (written === undefined) return [];
    const { operationId, responses } = written;
    const answers = Object.fromEntries(
      Object.entries(responses).map(([status, answer]) => [status, named(answer)]),
    );
    return [{ method: method.toUpperCase(), path, operationId, answers }];
  }),
);

/** The operation that a concrete path belongs to. */
export const operationAt = finder(OPERATIONS);

function named(answer: Answer & { readonly $ref?: string }): Answer {
  if (answer.$ref === undefined) return answer;
  const name = answer.$ref.replace('#/components/responses/', '');
  const found = document.components.responses[name];
  if (found === undefined) throw new Error(`the description has no response ${name}`);
  return found;
}
