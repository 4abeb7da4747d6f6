import { z } from 'zod';
import { locatorSchema, wireBoxSchema } from './locator.js';

/** What the boxes of an object are in: `page` is y down from the top left, `world` is a CAD file's own, y up. */
const boxFrameSchema = z.enum(['page', 'world']);
const place = { box: wireBoxSchema, frame: boxFrameSchema };

const plannedTileSchema = z.object({
  label: z.string().describe('as `inspect` takes it'),
  ...place,
  purpose: z.enum(['overview', 'text', 'line']),
  level: z.enum(['none', 'seen', 'readable']).describe('what its smallest text, or its lines, reach'),
  zoom: z.number().positive().describe('pixels to the unit of the box'),
  width_px: z.int().positive(),
  height_px: z.int().positive(),
  text_px: z.number().nullable().describe('pixels of its smallest text; null where that is unknown, or there is none'),
  line_px: z.number().nullable().describe('pixels of lettering of nominal height; null without a scale'),
});

const plannedFrameSchema = z.object({
  frame: z.int().positive().describe('1-based, as --frame takes it'),
  locator: locatorSchema,
  box: wireBoxSchema,
  sheet: z.string().nullable().describe('A0 to A4 or a lengthened form'),
  scale: z.string().nullable(),
  heatmap: z.object({
    columns: z.int().positive(),
    rows: z.int().positive(),
    counts: z.array(z.int().nonnegative()).describe('row by row from the top left; 0 is blank'),
  }),
  dropped: z.array(z.object({ what: z.string(), why: z.string(), ...place })),
  clusters: z.array(z.object({ ...place, text: z.boolean(), ink: z.number() })),
  tiles: z.array(plannedTileSchema),
  covered_ink: z.number().min(0).max(1),
  baseline_tiles: z.int().positive().describe('full tiling at the same zoom'),
  limitations: z.array(z.string()),
  skipped_entities: z.record(z.string(), z.int()),
  overlay: z.string().nullable().describe('where its overlay was written'),
});

export const planReplySchema = z.object({
  source_kind: z.enum(['pdf', 'image', 'cad']),
  frames: z.array(plannedFrameSchema),
});
export type PlanReply = z.infer<typeof planReplySchema>;
export type PlannedFrame = z.infer<typeof plannedFrameSchema>;

export const inspectReplySchema = z.object({
  tiles: z.array(
    z.object({
      label: z.string(),
      file: z.string(),
      ...place,
      visible_box: wireBoxSchema.describe('what the picture shows'),
      width_px: z.int().positive(),
      height_px: z.int().positive(),
      text_px: z.number().nullable(),
      bytes: z.int().positive(),
    }),
  ),
  limitations: z.array(z.string()),
});
export type InspectReply = z.infer<typeof inspectReplySchema>;
