import type { z } from 'zod';
import { nearestWord, type Problem, ProblemError } from '../../problem/index.ts';
import type { Document } from './document.ts';

/** Returns the value of a document in its checked form. Throws every mistake in it, each with its line. */
export function checkDocument<Schema extends z.ZodType>(
  document: Document,
  schema: Schema,
): z.output<Schema> {
  const result = schema.safeParse(document.value);
  if (result.success) return result.data;
  const problems = result.error.issues.flatMap((issue) => problemsOf(issue, document, schema));
  throw new ProblemError(onePerMistake(problems));
}

/** Keeps one problem for each mistake. A misspelt field is not also reported as missing under its right name. */
function onePerMistake(problems: readonly Problem[]): Problem[] {
  const meant = new Set(problems.flatMap(({ remedy }) => /^did you mean (.+)\?$/.exec(remedy)?.[1] ?? []));
  const isMissing = ({ place, found }: Problem) =>
    found === 'found nothing' && meant.has(place.field?.split('.').at(-1) ?? '');
  const seen = new Set<string>();
  return problems.filter((problem) => {
    const { place } = problem;
    const key = `${place.line} ${place.field}`;
    const isFirst = !seen.has(key);
    seen.add(key);
    return isFirst && !isMissing(problem);
  });
}

/**
 * Turns a schema issue into problems. The `error` text of the schema states what is allowed. The finding comes from the
 * document, so that a problem shows what the reader wrote.
 */
function problemsOf(issue: z.core.$ZodIssue, document: Document, schema: z.ZodType): Problem[] {
  if (issue.code === 'unrecognized_keys') {
    const allowed = fieldsAt(schema, issue.path);
    return issue.keys.map((key) => {
      const meant = nearestWord(key, allowed);
      return {
        place: document.place([...issue.path, key]),
        found: 'this field is not known',
        remedy: meant === undefined ? `use ${listed(allowed)}` : `did you mean ${meant}?`,
      };
    });
  }
  if (issue.code === 'invalid_union') {
    const meant = meantBranch(issue);
    if (meant !== null) {
      return meant.flatMap((inner) =>
        problemsOf({ ...inner, path: [...issue.path, ...inner.path] }, document, schema),
      );
    }
  }
  const value = valueAt(document.value, issue.path);
  return [
    {
      place: document.place(issue.path),
      found: `found ${describe(value)}`,
      remedy: `write ${issue.message}`,
    },
  ];
}

/**
 * Returns the issues of the alternative of a union that was most likely meant. The value has its kind, and it has the
 * fewest unknown fields, then the fewest issues. Null if the value has no such kind, or if two alternatives tie.
 */
function meantBranch(issue: z.core.$ZodIssueInvalidUnion): readonly z.core.$ZodIssue[] | null {
  const ofItsKind = issue.errors
    .filter((issues) => issues.every(({ code, path }) => path.length > 0 || code === 'unrecognized_keys'))
    .map((issues) => ({ issues, unknown: unknownFields(issues) }))
    .sort((a, b) => a.unknown - b.unknown || a.issues.length - b.issues.length);
  const [first, second] = ofItsKind;
  if (first === undefined) return null;
  const isTie = first.unknown === second?.unknown && first.issues.length === second.issues.length;
  return isTie ? null : first.issues;
}

function unknownFields(issues: readonly z.core.$ZodIssue[]): number {
  return issues.reduce(
    (count, issue) => count + (issue.code === 'unrecognized_keys' ? issue.keys.length : 0),
    0,
  );
}

export function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object') return 'a group of fields';
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at = value;
  for (const key of path) at = (at as Record<PropertyKey, unknown> | undefined)?.[key];
  return at;
}

interface SchemaInside {
  readonly shape?: Readonly<Record<string, SchemaInside>>;
  readonly element?: SchemaInside;
  readonly valueType?: SchemaInside;
  readonly options?: readonly SchemaInside[];
  readonly unwrap?: () => SchemaInside;
  readonly in?: SchemaInside;
}

/** Returns the field names that a schema or any of its alternatives has at a path. */
function fieldsAt(schema: unknown, path: readonly PropertyKey[]): string[] {
  let at = inside(schema as SchemaInside);
  for (const key of path) {
    const next = at.map((one) =>
      typeof key === 'number' ? one.element : (one.shape?.[String(key)] ?? one.valueType),
    );
    at = next.filter((one) => one !== undefined).flatMap(inside);
  }
  return [...new Set(at.flatMap((one) => Object.keys(one.shape ?? {})))];
}

/** Looks through optional, nullable, default and transforming wrappers, and into all alternatives. */
function inside(schema: SchemaInside): SchemaInside[] {
  if (schema.shape !== undefined || schema.element !== undefined || schema.valueType !== undefined)
    return [schema];
  if (schema.options !== undefined) return schema.options.flatMap(inside);
  const inner = schema.in ?? schema.unwrap?.();
  return inner === undefined ? [] : inside(inner);
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? 'none here') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
