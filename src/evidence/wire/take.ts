import { z } from 'zod';
import { imageItemSchema } from './images.js';

const errorSchema = z.object({
  code: z.string(),
  class: z.string(),
  message: z.string(),
  next_step: z.string(),
  details: z.record(z.string(), z.unknown()),
});

/** Reply of `images promote`, `from-url` and `adopt`. */
export const imageTakeReplySchema = z.object({
  status: z.enum(['Sourced', 'Needs-Selection', 'Failed']),
  item: imageItemSchema.nullable(),
  warnings: z.array(z.string()),
  error: errorSchema.nullable().describe('why nothing was taken'),
});
export type ImageTakeReply = z.infer<typeof imageTakeReplySchema>;

/** `image_manifest.json` of an adopted page: a package of Markdown and the pictures that stand in it. */
export const imagePackageSchema = z.object({
  page_url: z.string(),
  title: z.string(),
  adopted_at: z.string(),
  markdown: z.string().describe('beside this file'),
  images: z.array(
    z.object({
      file: z.string().describe('beside this file'),
      url: z.string(),
      alt: z.string(),
      caption: z.string(),
      width: z.int().positive(),
      height: z.int().positive(),
      sha256: z.string(),
    }),
  ),
  failed: z.array(z.object({ url: z.string(), code: z.string(), message: z.string() })),
});
export type ImagePackage = z.infer<typeof imagePackageSchema>;

/** Reply of `images from-page`. */
const imagePackageReplySchema = imagePackageSchema.extend({ package: z.string().describe('its folder') });
export type ImagePackageReply = z.infer<typeof imagePackageReplySchema>;

/** Reply of `images credits`: what a picture's use asks for. */
const imageCreditsReplySchema = z.object({
  credits: z.array(
    z.object({
      filename: z.string(),
      license_tier: z.string(),
      credit: z.enum(['required', 'link-to-provider', 'none', 'unverified']),
      text: z.string(),
      short: z.string(),
      source_page_url: z.string(),
      license_url: z.string(),
    }),
  ),
});
export type ImageCreditsReply = z.infer<typeof imageCreditsReplySchema>;

/** Reply of `images check`. */
export const creditCheckReplySchema = z.object({
  slides: z.array(
    z.object({
      file: z.string(),
      images: z.array(
        z.object({
          href: z.string(),
          license_tier: z.string().nullable().describe('null for a picture that the manifest does not know'),
          credited: z.boolean().nullable().describe('null where no credit is due'),
          why: z.string().nullable(),
        }),
      ),
      limitations: z.array(z.string()).describe('what a page looks like by and rules can not know'),
    }),
  ),
});
export type CreditCheckReply = z.infer<typeof creditCheckReplySchema>;
