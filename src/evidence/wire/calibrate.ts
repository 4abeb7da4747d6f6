import { z } from 'zod';

/** Sizes that a model read right in all rounds, in pixels; null where it read none. */
export const calibrateReplySchema = z.object({
  model: z.string(),
  text_px: z.object({ filled: z.number().nullable(), stroked: z.number().nullable() }).describe('height of capitals'),
  line_px: z.number().nullable().describe('gap at which two lines are told from one'),
  grounding_error: z
    .number()
    .nullable()
    .describe('how far off a place is named on average, as a part of the picture’s width; null where none was named'),
  pictures: z.int().nonnegative(),
});
export type CalibrateReply = z.infer<typeof calibrateReplySchema>;
