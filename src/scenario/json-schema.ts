import { z } from 'zod';
import { scenarioSchema } from './scenario-schema.ts';

/** The scenario file's schema for editors, which complete and check by it. */
export function scenarioJsonSchema(): object {
  return {
    ...z.toJSONSchema(scenarioSchema, { io: 'input', unrepresentable: 'any', reused: 'ref' }),
    title: 'tidemark scenario',
  };
}
