import { z } from 'zod';
import { warningSchema } from './document.js';
import { locatorSchema, wireBoxSchema } from './locator.js';
import { refusalSchema } from './prove.js';

const cellSchema = z.object({
  row: z.int().nonnegative(),
  column: z.int().nonnegative(),
  row_span: z.int().positive(),
  column_span: z.int().positive(),
  text: z.string(),
  marks: z
    .array(z.string())
    .describe('its footnote marks: raised ones are no part of the text, those on the line stand in it too'),
  header: z.boolean(),
  box: wireBoxSchema,
  span_ids: z.array(z.string()).describe('as `page` gives them'),
  verified: z.boolean().describe('proven by both parsers and the pixels; an empty cell has nothing to prove'),
  refused: z.array(refusalSchema),
});

const tableSchema = z.object({
  id: z.string(),
  locator: locatorSchema,
  title: z.string().nullable(),
  method: z.enum(['ruled', 'aligned', 'mixed']),
  rows: z.int().positive(),
  columns: z.int().positive(),
  cells: z.array(cellSchema),
  footnotes: z.array(
    z.object({
      mark: z.string(),
      text: z.string().nullable().describe('null where the page does not explain the mark'),
      cells: z.array(z.object({ row: z.int().nonnegative(), column: z.int().nonnegative() })),
    }),
  ),
  continues: z.string().nullable().describe('id of the table on an earlier page that this one goes on with'),
});
export type WireTable = z.infer<typeof tableSchema>;

export const tablesReplySchema = z.object({ tables: z.array(tableSchema), warnings: z.array(warningSchema) });
export type TablesReply = z.infer<typeof tablesReplySchema>;
