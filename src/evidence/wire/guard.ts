import { z } from 'zod';

/** Pictures of a stored conversation. */
export const guardScanReplySchema = z.object({
  polluted: z.boolean().describe('whether a model that reads text only would refuse the conversation'),
  images: z.array(
    z.object({
      path: z.string().describe('JSON pointer to the part, or to the string that holds the picture'),
      dialect: z.enum(['openai', 'anthropic', 'goose', 'mcp']),
      position: z.enum(['user', 'tool_result', 'assistant', 'system', 'text']),
      bytes: z.int().nonnegative().nullable().describe('null where the bytes are elsewhere'),
      media_type: z.string().nullable(),
    }),
  ),
});
export type GuardScanReply = z.infer<typeof guardScanReplySchema>;

export const guardScrubReplySchema = z.object({
  file: z.string().describe('where the healed copy lies'),
  replaced: guardScanReplySchema.shape.images,
});
export type GuardScrubReply = z.infer<typeof guardScrubReplySchema>;
