import { z } from 'zod';
import { portfolioFileSchema } from '../files/portfolio.ts';
import { withIntervals } from './interval-schema.ts';
import { scenarioSchema } from './scenario-schema.ts';

const SCHEMAS = { scenario: scenarioSchema, portfolio: portfolioFileSchema } as const;

/** A kind of file that people write by hand, and that editors complete and check by its schema. */
export type WrittenFile = keyof typeof SCHEMAS;

export function fileJsonSchema(of: WrittenFile): object {
  const schema = z.toJSONSchema(SCHEMAS[of], { io: 'input', unrepresentable: 'any', reused: 'ref' });
  return { ...(of === 'scenario' ? withIntervals(schema) : schema), title: `tidemark ${of}` };
}
