import { z } from 'zod';
import { warningSchema } from './document.js';
import { wireBoxSchema } from './locator.js';

export const collisionsReplySchema = z.object({
  total: z.int().nonnegative(),
  returned: z.int().nonnegative(),
  offset: z.int().nonnegative(),
  entity_count: z.int().nonnegative().describe('entities held against each other, containers included'),
  frame: z.literal('world'),
  items: z.array(
    z.object({
      a: z.string().describe('handle'),
      b: z.string(),
      ratio: z.number().min(0).max(1).describe('product over both axes of the overlap’s length over the shorter one'),
      overlap: wireBoxSchema,
      exact: z.boolean().nullable().describe('whether what they draw meets; null without narrow'),
    }),
  ),
  excluded_containers: z.array(
    z.object({
      handle: z.string(),
      reason: z.enum(['overlap_degree', 'oversized']),
      degree: z.int().nonnegative().describe('how many other boxes it meets'),
    }),
  ),
  warnings: z.array(warningSchema).describe('of the file: what is missing of it was not held against anything'),
});
export type CollisionsReply = z.infer<typeof collisionsReplySchema>;
