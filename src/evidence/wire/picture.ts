import { z } from 'zod';
import { locatorSchema } from './locator.js';

/** How the picture reaches the caller; no value claims that a model saw it. */
const deliverySchema = z.enum(['mcp_image_content', 'mcp_resource', 'local_file', 'none']);
/** `verified` only after the delivery probe was answered rightly in this very connection. */
const hostSupportSchema = z.enum(['unknown', 'verified', 'configured', 'unsupported']);

export const pictureReplySchema = z.object({
  file: z.string(),
  sha256: z.string(),
  width_px: z.int().positive(),
  height_px: z.int().positive(),
  dpi: z.number().nullable().describe('null for a publication’s own picture'),
  bytes: z.int().positive(),
  media_type: z.string(),
  visual_required: z.boolean(),
  image_generated: z
    .boolean()
    .describe('true for a rendering made by this call, false for the publication’s own bytes'),
  image_delivery_method: deliverySchema,
  host_image_support: hostSupportSchema,
  ocr_used: z.literal(false),
  source_locator: locatorSchema,
  limitations: z.array(z.string()),
  model_visual_understanding_verified: z.literal(false),
  next_step: z.string(),
});
export type PictureReply = z.infer<typeof pictureReplySchema>;
export type Delivery = z.infer<typeof deliverySchema>;
export type HostSupport = z.infer<typeof hostSupportSchema>;
