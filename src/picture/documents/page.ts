import { z } from 'zod';

const aligned = z.enum(['left', 'right']);

/** The blocks of an answer, as in `report/page/page.ts`. Documents of older versions have none. */
export const pageSchema = z
  .array(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('heading'), text: z.string(), under: z.string().optional() }),
      z.object({ kind: z.literal('paragraph'), text: z.string() }),
      z.object({ kind: z.literal('notes'), texts: z.array(z.string()) }),
      z.object({
        kind: z.literal('figures'),
        title: z.string().nullable(),
        figures: z.array(z.tuple([z.string(), z.string()])),
      }),
      z.object({
        kind: z.literal('table'),
        title: z.string().optional(),
        columns: z.array(z.object({ title: z.string(), align: aligned })),
        rows: z.array(z.array(z.string())),
      }),
      z.object({
        kind: z.literal('list'),
        title: z.string(),
        items: z.array(z.object({ text: z.string(), under: z.array(z.string()).optional() })),
      }),
      z.object({ kind: z.literal('picture'), lines: z.array(z.string()) }),
    ]),
  )
  .default([]);
