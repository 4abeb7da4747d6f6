import { z } from 'zod';
import { warningSchema } from './document.js';
import { wireBoxSchema } from './locator.js';

const countsSchema = z.record(z.string(), z.int().nonnegative());

export const entitiesReplySchema = z.object({
  total: z.int().nonnegative().describe('entities that the filters let through'),
  returned: z.int().nonnegative(),
  offset: z.int().nonnegative(),
  frame: z.literal('world').describe('world coordinates, y up, in the drawing’s units'),
  entities: z.array(
    z.object({
      handle: z.string(),
      type: z.string(),
      box: wireBoxSchema.nullable().describe('attributes and nested blocks included; null where it has no extent'),
      layer: z.string().optional().describe('this and what follows is left out of a brief reply'),
      text: z.string().nullable().optional(),
      frame: z.literal('world').optional(),
      layout: z.string().optional(),
      visible: z.boolean().optional().describe('neither invisible itself nor on a layer that is off or frozen'),
      block: z.string().nullable().optional(),
      attributes: z
        .array(z.object({ handle: z.string(), tag: z.string(), text: z.string(), invisible: z.boolean() }))
        .optional(),
    }),
  ),
  counts: countsSchema.describe('by type, in model space, before filters'),
  layouts: z.array(z.object({ name: z.string(), kind: z.enum(['model', 'paper']), entities: z.int().nonnegative() })),
  skipped: countsSchema.describe('by type: entities that can’t be read or drawn'),
  missing_fonts: z.array(z.string()),
  dangling: z.array(z.object({ handle: z.string(), what: z.string(), name: z.string() })),
  version: z.string().nullable().describe('$ACADVER'),
  units: z.enum(['in', 'ft', 'mm', 'cm', 'm']).nullable(),
  warnings: z.array(warningSchema),
});
export type EntitiesReply = z.infer<typeof entitiesReplySchema>;
