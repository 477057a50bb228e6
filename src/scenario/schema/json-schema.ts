import { z } from 'zod';
import { portfolioFileSchema } from '../files/portfolio.ts';
import { scenarioSchema } from './scenario-schema.ts';

const SCHEMAS = { scenario: scenarioSchema, portfolio: portfolioFileSchema } as const;

/** A kind of file that people write by hand, and that editors complete and check by its schema. */
export type WrittenFile = keyof typeof SCHEMAS;

export function fileJsonSchema(of: WrittenFile): object {
  return {
    ...z.toJSONSchema(SCHEMAS[of], { io: 'input', unrepresentable: 'any', reused: 'ref' }),
    title: `tidemark ${of}`,
  };
}
