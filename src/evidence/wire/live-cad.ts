import { z } from 'zod';

const liveCadReplySchema = z.object({
  server: z.string().describe('name and version, as it calls itself'),
  action: z.enum(['list-tools', 'check', 'clear', 'restore']),
  tools: z.array(
    z.object({
      name: z.string(),
      used_for: z.array(z.string()).describe('what a review uses it for'),
      open_to_model: z.boolean().describe('only tools that read are'),
    }),
  ),
  check: z
    .object({
      entities: z.int().nonnegative(),
      truncated: z.boolean(),
      screenshot: z.object({ width_px: z.int(), height_px: z.int() }).nullable(),
    })
    .nullable(),
  limitations: z.array(z.string()),
});
export type LiveCadReply = z.infer<typeof liveCadReplySchema>;
