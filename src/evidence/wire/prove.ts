import { z } from 'zod';

/** Why text is not proven to be visible on the page. docs/proof.md says how each is found out. */
export const REFUSALS = [
  'INVISIBLE_MODE',
  'CLIPPED',
  'COVERED',
  'BACKGROUND_COLOURED',
  'OUTSIDE_PAGE',
  'HIDDEN_LAYER',
  'NOT_EMBEDDED',
  'ACTUAL_TEXT_DIFFERS',
  'TOUNICODE_MISMATCH',
  'WITNESSES_DISAGREE',
  'NOT_FOUND',
  'RASTER_ONLY',
] as const;
export const refusalSchema = z.enum(REFUSALS);
export type Refusal = z.infer<typeof refusalSchema>;
