import { z } from 'zod';

export const warningSchema = z.object({
  code: z.string(),
  message: z.string(),
  page_index: z.int().nonnegative().nullable(),
});

export type Warning = z.infer<typeof warningSchema>;

export const documentSchema = z.object({
  document: z.string().describe('id: the first 16 digits of the digest'),
  digest: z.string().describe('SHA-256 of the file, hex'),
  kind: z.enum(['pdf', 'epub', 'image', 'cad']),
  title: z.string().nullable(),
  file_name: z.string().nullable().describe('name of the file that it was added from'),
  pages: z.int().nonnegative().describe('pages, or chapters of an EPUB'),
  fixed_layout: z.boolean().nullable().describe('an EPUB of pages laid out and often drawn; null for other kinds'),
  members: z.int().nonnegative().describe('passages that can be found'),
  warnings: z.array(warningSchema),
});
export type WireDocument = z.infer<typeof documentSchema>;

export const errorSchema = z.object({
  code: z.string(),
  class: z.string(),
  message: z.string(),
  next_step: z.string(),
  details: z.record(z.string(), z.unknown()),
});

export const addReplySchema = z.object({
  snapshot: z.string().nullable(),
  documents: z.array(documentSchema.extend({ reused: z.boolean() })),
  failed: z.array(z.object({ path: z.string(), error: errorSchema })),
  skipped: z.array(z.object({ path: z.string(), why: z.string() })).describe('files of a folder that no reader is for'),
});
export type AddReply = z.infer<typeof addReplySchema>;

export const listReplySchema = z.object({ snapshot: z.string().nullable(), documents: z.array(documentSchema) });
export type ListReply = z.infer<typeof listReplySchema>;

export const removeReplySchema = z.object({ snapshot: z.string().nullable(), removed: z.string() });
export type RemoveReply = z.infer<typeof removeReplySchema>;
