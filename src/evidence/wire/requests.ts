import { z } from 'zod';
import { hintsSchema } from './advice.js';
import { hitSchema } from './search.js';

/** What each operation takes, the same over every face: option names in snake_case. Defaults are filled in here. */

/** An id or a digest. */
const doc = z.string().min(1).max(4096);
/** A number, or its digits: the command line has only text. Nothing else is taken for one. */
const number = <S extends z.ZodNumber>(schema: S) =>
  z.preprocess((value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value), schema);

const page = number(z.number().int().positive()).describe('1-based page number');
const query = z.string().max(8_192);

/** Folders are walked, so that a request needs few paths. */
const MAX_PATHS = 10_000;

export const addRequestSchema = z.strictObject({ paths: z.array(z.string().min(1).max(4096)).min(1).max(MAX_PATHS) });
export const listRequestSchema = z.strictObject({});
export const removeRequestSchema = z.strictObject({ doc });

export const searchRequestSchema = z.strictObject({
  query: query.min(1),
  doc: doc.optional(),
  limit: number(z.number().int().min(1).max(100)).default(10),
});

export const adviseRequestSchema = z.strictObject({
  query,
  hits: z
    .preprocess(
      // A whole search reply is taken as well.
      (value) => (typeof value === 'object' && value !== null && 'hits' in value ? value.hits : value),
      z.array(hitSchema.partial({ title: true, headings: true, suggested_crop: true, broken_images: true })).max(1000),
    )
    .optional()
    .describe('a search reply, or its hits'),
  hints: hintsSchema.optional(),
  doc: doc.optional(),
});

export const figuresRequestSchema = z.strictObject({ doc });
export const chaptersRequestSchema = z.strictObject({ doc });

export const locateRequestSchema = z.strictObject({
  query: query.optional(),
  doc: doc.optional(),
  figure: z.string().min(1).max(200).optional().describe('label, e.g. "Figure 3", "图3-1"'),
  probe: z.array(z.string().min(1).max(1000)).max(20).default([]).describe('wording that the page bears'),
});

export const readRequestSchema = z.strictObject({
  doc,
  page: page.optional(),
  chapter: z.string().min(1).max(4096).optional().describe('href of an EPUB chapter'),
  format: z.enum(['text', 'markdown']).default('text'),
  hidden: z.boolean().default(false).describe('also text that is in the layer but not shown'),
});

/** No page is larger; numbers that overflow on the way are no places. */
const coordinate = z.number().min(-1e9).max(1e9);

/** Finer than any print; what is wanted larger is a crop. */
const MAX_DPI = 2_400;

/** The numbers of `x0,y0,x1,y1`; anything else as it is. */
const numbersIn = (value: unknown): unknown =>
  typeof value === 'string' ? value.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part))) : value;

/** `x0,y0,x1,y1` or four numbers. */
const cropSchema = z.preprocess(numbersIn, z.tuple([coordinate, coordinate, coordinate, coordinate]));

export const renderRequestSchema = z.strictObject({
  doc,
  page,
  crop: cropSchema.optional().describe('x0,y0,x1,y1 in page space: origin top left, y down, pt (PDF) or px (image)'),
  dpi: number(z.number().positive().max(MAX_DPI, `at most ${MAX_DPI}: render a crop to see more`))
    .optional()
    .describe('default 120; an image’s own pixels are 72'),
});

export const imageRequestSchema = z.strictObject({
  doc,
  href: z.string().min(1).max(4096).describe('path inside the EPUB'),
});

export const pageRequestSchema = z.strictObject({
  doc,
  page,
  crop: cropSchema.optional().describe('only this part, as `render` takes it'),
  inline: z.boolean().default(false).describe('the SVG in the reply'),
  layout: z
    .enum(['vector', 'model'])
    .default('vector')
    .describe('what cuts the page into regions; `model` is the vision endpoint, whose proposals are made to fit'),
});

export const proveRequestSchema = z.strictObject({
  doc,
  page,
  text: z.string().min(1).max(4_096).describe('matched exactly after NFKC, runs of white space as one blank'),
  box: cropSchema.optional().describe('only occurrences whose centre lies in x0,y0,x1,y1'),
});

export const tablesRequestSchema = z.strictObject({ doc, page: page.optional() });

export const askRequestSchema = z.strictObject({
  question: query.trim().min(1).describe('one value, or a sum or difference of such; English or Chinese'),
  doc: doc.optional(),
  inline: z.boolean().optional().describe('also the answer as a page for a browser, in the reply'),
});

export const chartsRequestSchema = z.strictObject({
  doc,
  page: page.optional(),
  full: z.boolean().default(false).describe('also binding, axes, marks and the evidence of every field'),
});

export const reviewPageRequestSchema = z.strictObject({
  doc,
  page,
  inline: z.boolean().default(false).describe('the HTML in the reply'),
});

/** World coordinates in mm reach this far where a survey counts from the equator; a double still tells a thousandth there. */
const worldCoordinate = z.number().min(-1e12).max(1e12);

/** `x0,y0,x1,y1` or four numbers, in world coordinates. */
export const worldWindowSchema = z.preprocess(
  numbersIn,
  z.tuple([worldCoordinate, worldCoordinate, worldCoordinate, worldCoordinate]),
);

/** More on one page is read by nobody. */
const MAX_COLLISIONS = 1_000;
/** Pairs beyond this many are not paged through: a higher overlap, a window or layers narrow them down. */
const MAX_OFFSET = 1_000_000;

export const collisionsRequestSchema = z.strictObject({
  file: z.string().min(1).max(4096),
  window: worldWindowSchema.optional().describe('x0,y0,x1,y1 in world coordinates, y up'),
  layer: z.array(z.string().max(1_000)).max(1_000).default([]),
  min_overlap: number(z.number().min(0).max(1)).default(0),
  narrow: z.boolean().default(false),
  include_same_layer: z.boolean().default(false),
  exclude_oversized: number(z.number().positive().max(1)).optional(),
  exclude_container_deg: number(z.number().int().min(1)).default(8).describe('a container overlaps so many'),
  exclude_container_frac: number(z.number().min(0).max(1)).default(0.25),
  limit: number(z.number().int().min(1).max(MAX_COLLISIONS)).default(100),
  offset: number(z.number().int().min(0).max(MAX_OFFSET)).default(0),
});

/** Entities of one reply; with --offset the rest is had. */
const MAX_ENTITIES = 1_000_000;

export const entitiesRequestSchema = z.strictObject({
  file: z.string().min(1).max(4096),
  layout: z.string().min(1).max(1_000).default('model').describe('model, all or a name'),
  type: z.array(z.string().max(100)).max(1_000).default([]),
  layer: z.array(z.string().max(1_000)).max(1_000).default([]),
  window: worldWindowSchema.optional(),
  brief: z.boolean().default(false),
  limit: number(z.number().int().min(0).max(MAX_ENTITIES)).default(2_000),
  offset: number(
    z
      .number()
      .int()
      .min(0)
      .max(MAX_OFFSET * 10),
  ).default(0),
});

export type EntitiesRequest = z.infer<typeof entitiesRequestSchema>;
export type CollisionsRequest = z.infer<typeof collisionsRequestSchema>;
const file = z.string().min(1).max(4096).describe('PDF, picture, DXF or DWG');
/** A box of a drawing, in its own coordinates: `x0,y0,x1,y1`. */
const windowSchema = cropSchema;
const fraction = number(z.number().min(0).max(1));

export const planRequestSchema = z.strictObject({
  file,
  frames: number(z.number().int().positive()).optional().describe('only the first n'),
  level: z.enum(['seen', 'readable']).default('seen'),
  max_tiles: number(z.number().int().positive().max(100)).optional(),
});

export const inspectRequestSchema = z.strictObject({
  file,
  window: windowSchema.optional().describe('x0,y0,x1,y1 in the drawing’s coordinates'),
  handle: z.string().min(1).max(64).optional(),
  label: z.string().min(1).max(64).optional().describe('a picture shown before, `overall` or a tile of `plan`'),
  cx: fraction.optional().describe('fraction of it from the left'),
  cy: fraction.optional().describe('from the top'),
  span: fraction.optional().describe('fraction of its width'),
  frame: number(z.number().int().positive()).optional(),
  purpose: z.enum(['text', 'line']).default('text'),
});

export type AddRequest = z.infer<typeof addRequestSchema>;
export type RemoveRequest = z.infer<typeof removeRequestSchema>;
export type SearchRequest = z.infer<typeof searchRequestSchema>;
export type AdviseRequest = z.infer<typeof adviseRequestSchema>;
export type FiguresRequest = z.infer<typeof figuresRequestSchema>;
export type ChaptersRequest = z.infer<typeof chaptersRequestSchema>;
export type LocateRequest = z.infer<typeof locateRequestSchema>;
export type ReadRequest = z.infer<typeof readRequestSchema>;
export type RenderRequestWire = z.infer<typeof renderRequestSchema>;
export type ImageRequest = z.infer<typeof imageRequestSchema>;
export type PageRequest = z.infer<typeof pageRequestSchema>;
export type ProveRequest = z.infer<typeof proveRequestSchema>;
export type TablesRequest = z.infer<typeof tablesRequestSchema>;
export type AskRequest = z.infer<typeof askRequestSchema>;
export type ChartsRequest = z.infer<typeof chartsRequestSchema>;
export type ReviewPageRequest = z.infer<typeof reviewPageRequestSchema>;
export type PlanRequest = z.infer<typeof planRequestSchema>;
export type InspectRequest = z.infer<typeof inspectRequestSchema>;
