import { z } from 'zod';
import { locatorSchema, wireBoxSchema } from './locator.js';

/** Checks on structured data. Part of the wire: never renamed. */
export const RULES = [
  'empty_title_block_attribute',
  'placeholder_text',
  'text_below_legible_height',
  'duplicate_entity',
  'entity_on_layer_0',
  'dangling_reference',
] as const;
export type Rule = (typeof RULES)[number];

/** `critical`: must not be built from; `major`: to be put right before release; `minor`: to be tidied. */
export const SEVERITIES = ['critical', 'major', 'minor'] as const;
export type Severity = (typeof SEVERITIES)[number];

const evidenceSchema = z.object({
  image: z.string().describe('label of the picture that shows it'),
  box: wireBoxSchema.nullable().describe('null where the file gives it no place'),
  handle: z.string().nullable().describe('of the CAD entity'),
  frame: z.enum(['page', 'world']).describe('what the box is in: world is y up'),
  sheet: z.int().positive().describe('frame of the review, counted from 1'),
});

export const issueSchema = z.object({
  id: z.string(),
  rule: z.enum(RULES).nullable().describe('null for what a model found'),
  category: z.string(),
  severity: z.enum(SEVERITIES),
  statement: z.string(),
  evidence: evidenceSchema,
  source: z.enum(['rule', 'model']),
  readings: z.int().nonnegative().describe('how many times a model saw it; 0 for a rule'),
  second_reading: z.string().nullable().describe('what the second, independent reading said'),
});
export type Issue = z.infer<typeof issueSchema>;

export const droppedSchema = z.object({
  sheet: z.int().positive(),
  category: z.string(),
  statement: z.string(),
  reason: z.string().describe('why its evidence does not hold'),
});
export type DroppedIssue = z.infer<typeof droppedSchema>;

const tileSchema = z.object({
  label: z.string(),
  file: z.string().nullable(),
  box: wireBoxSchema.describe('what the picture shows'),
  width_px: z.int().positive(),
  height_px: z.int().positive(),
  level: z.string().nullable(),
});

const reviewFrameSchema = z.object({
  frame: z.int().positive(),
  locator: locatorSchema,
  box: wireBoxSchema,
  box_frame: z.enum(['page', 'world']),
  sheet: z.string().nullable(),
  scale: z.string().nullable(),
  tiles: z.array(tileSchema),
  looked: z.boolean().describe('whether a model looked at it and came to a conclusion'),
  resumed: z.boolean().describe('taken from an earlier run that was cut short, or is repeated'),
  model_calls: z.int().nonnegative(),
  limitations: z.array(z.string()),
  failure: z.string().nullable().describe('why the model could not be asked; null where it could, or none is named'),
  skipped_entities: z.record(z.string(), z.int().nonnegative()),
});
export type ReviewFrame = z.infer<typeof reviewFrameSchema>;

const reviewReplySchema = z.object({
  file: z.string(),
  source_kind: z.enum(['pdf', 'image', 'cad']),
  digest: z.string(),
  language: z.enum(['en', 'zh']),
  issues: z.array(issueSchema),
  report: z.string().nullable().describe('the HTML report; null where only a plan was asked for'),
  annotated: z.string().nullable().describe('a copy of the drawing with the places marked; none of a live drawing'),
  marked: z.int().nonnegative().describe('places marked, in the copy or in the live drawing'),
  frames: z.array(reviewFrameSchema),
  pictures: z.int().nonnegative(),
  model: z.string().nullable().describe('null: no model looked'),
  model_calls: z.int().nonnegative(),
  dropped_issues: z.array(droppedSchema),
  suppressed: z.array(issueSchema).describe('found again, and accepted by a person before'),
  limitations: z.array(z.string()),
});
export type ReviewReply = z.infer<typeof reviewReplySchema>;
