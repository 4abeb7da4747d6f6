import { z } from 'zod';
import { collisionsRequestSchema, worldWindowSchema } from '../../../evidence/wire/requests.js';

/** What the tools of the CAD server take. Coordinates are the drawing's (WCS, y up). */

const window = worldWindowSchema.optional().describe('only what touches x0,y0,x1,y1');
const names = z.array(z.string().max(1_000)).max(1_000);
const layer = names.default([]).describe('only these layers');

/** Entities in full that one reply holds at most; in brief there is no limit. */
const MOST_IN_FULL = 2_000;

export const queryEntitiesSchema = z.strictObject({
  brief: z.boolean().default(false).describe('handle, type and bbox only, all of them'),
  type: names.default([]).describe('only these DXF types, such as LINE'),
  layer,
  window,
  limit: z.int().min(1).max(MOST_IN_FULL).default(200).describe('not in brief mode'),
  offset: z.int().min(0).default(0),
});

export const textContentSchema = z.strictObject({ layer, window });

const coordinate = z.number().min(-1e12).max(1e12);
export const zoomToWindowSchema = z.strictObject({ x0: coordinate, y0: coordinate, x1: coordinate, y1: coordinate });
export const zoomToEntitySchema = z.strictObject({ handle: z.string().min(1).max(100) });
export const drawingAreaSchema = z.strictObject({ mode: z.enum(['max', 'restore']) });
export const noArgumentsSchema = z.strictObject({});
export const findCollisionsSchema = collisionsRequestSchema.omit({ file: true });

/** Marks of one call; a review has a few dozen issues. */
const MAX_MARKS = 10_000;

export const writeMarksSchema = z.strictObject({
  marks: z
    .array(z.strictObject({ box: worldWindowSchema, text: z.string().max(2_000) }))
    .min(1)
    .max(MAX_MARKS),
});

export type QueryEntitiesRequest = z.infer<typeof queryEntitiesSchema>;
export type TextContentRequest = z.infer<typeof textContentSchema>;
export type Mark = z.infer<typeof writeMarksSchema>['marks'][number];
