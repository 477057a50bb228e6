import type { z } from 'zod';
import type { Caller } from '../accounts/scopes.ts';
import type { World } from '../world/world.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** A call with a valid key, whose query and body match the schemas of the route. */
interface Call<Path extends string, Query, Body> {
  readonly world: World;
  readonly caller: Caller;
  readonly params: Readonly<Record<ParameterOf<Path>, string>>;
  readonly query: Query;
  readonly body: Body;
  readonly hosts: Hosts;
}

/** The domain suffix of computes' host names, and the gateway for Postgres clients; null if there is no gateway. */
export interface Hosts {
  readonly suffix: string;
  readonly gateway: Gateway | null;
}

type ParameterOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterOf<Rest>
  : never;

interface Gateway {
  readonly host: string;
  readonly port: number;
  /** The major version of the PostgreSQL behind it. */
  readonly pgVersion: number;
}

/** A route: the schemas of its request and answer, and what it does. The OpenAPI description is built from it too. */
export interface ApiRoute {
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  readonly status: 200 | 201;
  readonly query: z.ZodType | null;
  readonly body: z.ZodType | null;
  readonly needsBody: boolean;
  readonly answer: z.ZodType;
  readonly handle: (call: Call<string, never, never>) => unknown;
}

/** Returned in place of an answer if the object was deleted before: the response is 204, without a body. */
export const GONE: unique symbol = Symbol('gone');

interface RouteParts<
  Path extends string,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
> {
  readonly method: Method;
  readonly path: Path;
  readonly summary: string;
  readonly tag: string;
  readonly status?: 200 | 201;
  readonly query?: Query;
  readonly body?: Body;
  /** Whether callers may leave the body out. */
  readonly bodyIsOptional?: boolean;
  readonly answer: Answer;
  readonly handle: (call: Call<Path, z.output<Query>, z.output<Body>>) => z.input<Answer> | typeof GONE;
}

export function route<
  const Path extends string,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
>(parts: RouteParts<Path, Query, Body, Answer>): ApiRoute {
  const { method, path, summary, tag, answer } = parts;
  return {
    method,
    path,
    summary,
    tag,
    answer,
    status: parts.status ?? 200,
    query: parts.query ?? null,
    body: parts.body ?? null,
    needsBody: parts.body !== undefined && parts.bodyIsOptional !== true,
    handle: parts.handle as unknown as ApiRoute['handle'],
  };
}
