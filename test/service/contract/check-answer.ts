import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { type Answer, type Operation, operationAt, SCHEMAS } from './description.ts';
import { EXTRAS } from './extras.ts';
import { closed, type JsonSchema } from './json-schema.ts';
import { validators } from './validators.ts';

/**
 * Throws when an answer is not one that the public description allows. The path is relative to /api/v2 and may have a
 * query; the body is what JSON.parse made of the text, or undefined where there was none.
 */
export function checkAnswer(method: string, path: string, status: number, body: unknown): void {
  const operation = operationAt(method, path);
  if (operation === undefined) {
    throw new Error(`${method.toUpperCase()} ${path}: the description has no such operation`);
  }
  const finding = checkOf(operation, status)(body);
  if (finding !== null) {
    throw new Error(`${operation.method} ${operation.path} answered ${status}: ${finding}`);
  }
}

/** Returns the finding about a body, or null. */
type Check = (body: unknown) => string | null;

const checks = new Map<Operation, Map<number, Check>>();

function checkOf(operation: Operation, status: number): Check {
  const known = checks.get(operation) ?? new Map<number, Check>();
  checks.set(operation, known);
  const check = known.get(status) ?? makeCheck(operation, status);
  known.set(status, check);
  return check;
}

const compile = validators(SCHEMAS, EXTRAS);

const GENERAL_ERROR = { $ref: '#/components/schemas/GeneralError' };
const FILLED = { minLength: 1 };

/** The service says more than the description demands: all three, and something in each. */
const fitsGeneralError = fits(
  compile({
    ...closed(GENERAL_ERROR),
    required: ['request_id', 'code', 'message'],
    properties: { request_id: FILLED, code: FILLED, message: FILLED },
  }),
);

function makeCheck({ answers }: Operation, status: number): Check {
  const answer = answers[status];
  if (answer === undefined) {
    return status >= 400
      ? fitsGeneralError
      : () => `of successes the description has ${successes(answers)} only`;
  }
  const own = makeOwnCheck(answer);
  if (status < 400) return own;
  const general = answer.content?.[JSON_TYPE]?.schema.$ref === GENERAL_ERROR.$ref;
  return (body) => {
    const finding = fitsGeneralError(body);
    if (finding === null || general) return finding;
    const ownFinding = own(body);
    return ownFinding === null ? null : `${ownFinding}\nnor as a general error: ${finding}`;
  };
}

function successes(answers: Operation['answers']): string {
  return Object.keys(answers)
    .filter((status) => Number(status) < 400)
    .join(' and ');
}

const JSON_TYPE = 'application/json';

function makeOwnCheck({ content }: Answer): Check {
  if (content === undefined) {
    return (body) => (body === undefined ? null : `there must be no body, but it is ${show(body)}`);
  }
  const json = content[JSON_TYPE];
  return json === undefined ? () => null : fits(compile(closed(json.schema)));
}

function fits(validate: ValidateFunction): Check {
  return (body) => {
    if (validate(body)) return null;
    // Alternatives that share a part find the same thing twice.
    const lines = new Set((validate.errors ?? []).map((error) => `\n  ${line(error)}`));
    return `the body does not fit${[...lines].join('')}`;
  };
}

function line({ instancePath, message, params, data }: ErrorObject): string {
  const at = instancePath === '' ? '(body)' : instancePath;
  const extra: unknown = params.unevaluatedProperty;
  if (typeof extra === 'string') return `${at} must not have ${extra}: ${show((data as JsonSchema)[extra])}`;
  const allowed: unknown = params.allowedValues;
  const which = Array.isArray(allowed) ? ` ${allowed.join(', ')}` : '';
  return `${at} ${message}${which}: ${show(data)}`;
}

const SHOWN = 160;

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
