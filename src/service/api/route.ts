import type { z } from 'zod';
import type { Caller } from '../accounts/scopes.ts';
import type { World } from '../world/world.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** A call that has been let in and whose query and body are what the route asks for. */
interface Call<Path extends string, Query, Body> {
  readonly world: World;
  readonly caller: Caller;
  readonly params: Readonly<Record<ParameterOf<Path>, string>>;
  readonly query: Query;
  readonly body: Body;
  readonly hosts: Hosts;
}

/** Under which names the computes are found, and where clients of Postgres reach them all; null: nowhere. */
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

/** One route: what it asks for, what it gives, and what it does. The description of the API is made of the same. */
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

/** In place of a body: there is nothing to tell, because it was told before. */
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
  /** A body may be left out. */
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
